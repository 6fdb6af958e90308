/**
 * One thread that waits for many receivers and says which of them to look at, and receivers that are looked at by whoever
 * has a processor to do it. Not exported: routers and the asynchronous adapters are made of it.
 */
@NullMarked
package org.ferryipc.receiverset.lookout;

import org.jspecify.annotations.NullMarked;
