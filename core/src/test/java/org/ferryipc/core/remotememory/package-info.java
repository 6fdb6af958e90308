/** Reading another process's memory: what is read, how much is asked, and what a bad other side can do. */
package org.ferryipc.core.remotememory;
