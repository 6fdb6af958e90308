package org.ferryipc.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A module of the build as it was compiled: its folder, and what its {@code module-info} says.
 *
 * @param descriptor empty for benches and examples, which are on the class path only
 */
public record CompiledModule(Path folder, Optional<ModuleDescriptor> descriptor) {

    /**
     * {@return the module whose tests contain {@code testClass}}
     *
     * <p>The class is found in {@code <folder>/target/test-classes}, whatever folder the tests were started in.
     */
    public static CompiledModule of(Class<?> testClass) {
        Path tests = Path.of(URI.create(testClass.getProtectionDomain().getCodeSource().getLocation().toString()));
        Path folder = tests.getParent().getParent();
        try (InputStream in = Files.newInputStream(folder.resolve("target/classes/module-info.class"))) {
            return new CompiledModule(folder, Optional.of(ModuleDescriptor.read(in)));
        } catch (NoSuchFileException classPathOnly) {
            return new CompiledModule(folder, Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the folder's name, by which the build, the dumps and the rules know the module} */
    public String name() {
        return folder.getFileName().toString();
    }

    /** {@return where the main classes are} */
    public Path classes() {
        return folder.resolve("target/classes");
    }

    /** {@return the packages every user can see; those exported to named modules only are no promise} */
    public Set<String> publicPackages() {
        return descriptor.stream()
                .flatMap(d -> d.exports().stream())
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toUnmodifiableSet());
    }
}
