/** What every test of every module is watched by: descriptors and handles at its end are those of its beginning. */
package org.ferryipc.core.leak;
