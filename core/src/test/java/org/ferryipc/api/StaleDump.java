package org.ferryipc.api;

import java.util.ArrayList;
import java.util.List;

/** How a reviewed dump and the present one differ, short enough for one sentence. */
final class StaleDump {

    /** A failed build shows a few lines; the rest is seen in the renewed file's diff. */
    private static final int SHOWN = 3;

    private StaleDump() {}

    /** {@return what was added and removed, or an empty text if nothing was} */
    static String describe(List<String> reviewed, List<String> now) {
        List<String> changes = new ArrayList<>();
        now.stream().filter(line -> !reviewed.contains(line)).forEach(line -> changes.add("+ " + line));
        reviewed.stream().filter(line -> !now.contains(line)).forEach(line -> changes.add("- " + line));
        String shown = String.join("; ", changes.subList(0, Math.min(SHOWN, changes.size())));
        return changes.size() > SHOWN ? shown + "; and " + (changes.size() - SHOWN) + " more" : shown;
    }
}
