/**
 * What every transport keeps, grouped by behaviour: abstract classes that a transport's tests inherit, with a {@link
 * org.ferryipc.core.contract.Fixture} of their own.
 *
 * <p>No test here sleeps to wait for something: it looks until the other thread is in its wait ({@link
 * org.ferryipc.core.contract.InBackground}). What does not belong here: anything that only one transport does.
 */
package org.ferryipc.core.contract;
