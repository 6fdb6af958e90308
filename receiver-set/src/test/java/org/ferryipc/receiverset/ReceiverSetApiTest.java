package org.ferryipc.receiverset;

import org.ferryipc.api.AbstractApiTest;

class ReceiverSetApiTest extends AbstractApiTest {}
