package org.ferryipc.core.broken;

import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Each member shows a Jackson type in another place; the hidden ones show it to nobody. */
public class ShowsJackson {
    public final List<JsonNode> field = List.of();

    protected ShowsJackson(ObjectMapper mapper) {}

    public Map<String, ? extends JsonNode> result() {
        return Map.of();
    }

    public <T extends JsonNode> void bound(T node) {}

    public void thrown() throws JacksonException {}

    ObjectMapper hidden() {
        return new ObjectMapper();
    }

    static final class Hidden {
        public void open(ObjectMapper mapper) {}
    }
}
