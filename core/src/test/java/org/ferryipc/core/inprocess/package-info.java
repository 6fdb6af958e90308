/** The transport that never leaves the process: the contract of all transports, and what is its own. */
package org.ferryipc.core.inprocess;
