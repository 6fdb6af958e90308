/**
 * Rules about the compiled classes of each module that the compiler cannot state: what core may know, what a public
 * signature may show, and which module may use which. Each rule has a class in a {@code broken} package that breaks it.
 */
package org.ferryipc.architecture;
