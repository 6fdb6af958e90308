@org.jspecify.annotations.NullMarked
package org.ferryipc.rpc;
