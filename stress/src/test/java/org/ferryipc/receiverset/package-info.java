/** Races over receiver sets. */
package org.ferryipc.receiverset;
