package org.ferryipc.unix;

import org.ferryipc.api.AbstractApiTest;

class UnixApiTest extends AbstractApiTest {}
