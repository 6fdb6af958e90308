/** Peers that break the rules, in a set; with the raw peers of unix-backend's tests, whose package this is. */
package org.ferryipc.unix.hostile;
