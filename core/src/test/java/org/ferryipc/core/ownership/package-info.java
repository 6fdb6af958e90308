/** The argument of {@link org.ferryipc.core.ownership.Ownership}, tried: every order of events, and real races. */
package org.ferryipc.core.ownership;
