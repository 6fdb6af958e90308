/** Messages that borrow, in sets and routers. */
package org.ferryipc.receiverset.borrowing;
