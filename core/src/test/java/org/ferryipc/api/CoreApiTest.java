package org.ferryipc.api;

class CoreApiTest extends AbstractApiTest {}
