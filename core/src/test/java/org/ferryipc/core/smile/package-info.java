/** Tests of the default codec: what travels, what is refused and with which text, what other versions and hostile bytes do. */
package org.ferryipc.core.smile;
