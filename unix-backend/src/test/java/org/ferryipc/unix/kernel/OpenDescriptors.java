package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails a test that ends with other open descriptors than it began with. */
final class OpenDescriptors implements BeforeEachCallback, AfterEachCallback {

    private static final Namespace SPACE = Namespace.create(OpenDescriptors.class);

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        context.getStore(SPACE).put("before", list());
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        assertThat(list()).as("open descriptors").isEqualTo(context.getStore(SPACE).get("before"));
    }

    /** {@return number and target of each, without those of jars and random numbers: the JDK opens them when it likes} */
    static Map<Integer, String> list() throws IOException {
        Map<Integer, String> open = new TreeMap<>();
        try (Stream<Path> numbers = Files.list(Path.of("/proc/self/fd"))) {
            for (Path number : numbers.toList()) {
                try {
                    String target = Files.readSymbolicLink(number).toString();
                    if (!target.endsWith(".jar") && !target.endsWith("random") && !target.startsWith("/proc/")) {
                        open.put(Integer.valueOf(number.getFileName().toString()), target);
                    }
                } catch (IOException gone) {
                    // the directory's own descriptor, listed while it was open
                }
            }
        }
        return open;
    }
}
