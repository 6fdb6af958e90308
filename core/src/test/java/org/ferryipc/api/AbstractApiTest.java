package org.ferryipc.api;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A module's heir of this class fails when {@code api/<module>.txt} no longer says what the module offers. */
public abstract class AbstractApiTest {

    private static final String RENEW = "ferry.api.renew";

    @Test
    void surfaceIsAsReviewed() throws Exception {
        CompiledModule module = CompiledModule.of(getClass());
        Path file = module.folder().resolveSibling("api").resolve(module.name() + ".txt");
        List<String> now = ApiDump.of(module, getClass().getClassLoader());
        if (System.getProperty(RENEW) != null) {
            Files.createDirectories(file.getParent());
            Files.write(file, now);
        }
        String difference = StaleDump.describe(reviewed(file), now);
        if (!difference.isEmpty()) {
            fail("The public API of " + module.name() + " is not what api/" + file.getFileName() + " says ("
                    + difference + "): renew the file with `mvn verify -D" + RENEW + "` and commit it with the change.");
        }
    }

    private static List<String> reviewed(Path file) throws Exception {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException missing) {
            return List.of();
        }
    }
}
