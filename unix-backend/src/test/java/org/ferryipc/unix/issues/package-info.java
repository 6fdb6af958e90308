/** Faults that were found, each with the test that would have found it. Named after what went wrong. */
package org.ferryipc.unix.issues;
