/** Faults that were found, each a test named after what went wrong. */
package org.ferryipc.receiverset.issues;
