package org.ferryipc.core.broken;

import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;

final class TrustsTheWire {

    static JsonMapper mapper(PolymorphicTypeValidator any) {
        return JsonMapper.builder().activateDefaultTyping(any, DefaultTyping.NON_FINAL).build();
    }
}
