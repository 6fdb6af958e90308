/** Pickles, alone and over channels; run twice, the second time without borrowing. */
package org.ferryipc.core.pickle;
