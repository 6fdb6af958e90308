/** What holds for names, servers, listeners and clients, whatever the transport. */
package org.ferryipc.core.doorway;
