/** What a {@link org.ferryipc.receiverset.router.Router} promises, as tests that every transport runs. */
package org.ferryipc.receiverset.router;
