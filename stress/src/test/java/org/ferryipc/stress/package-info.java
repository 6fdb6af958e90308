/**
 * What the tests of this module share: how jcstress is run, and which inputs are stored for Jazzer. The tests
 * themselves live in the packages of the code they try, because that is package-private. What does not belong here:
 * tests that need neither tool.
 */
@NullMarked
package org.ferryipc.stress;

import org.jspecify.annotations.NullMarked;
