/** What others have met with sets of receivers, tried on this one; named after what went wrong. */
package org.ferryipc.receiverset.trials;
