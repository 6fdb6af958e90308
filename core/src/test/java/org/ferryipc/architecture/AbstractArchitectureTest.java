package org.ferryipc.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.ferryipc.api.CompiledModule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A module's heir of this class holds its main classes to the rules of the house. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // reading the classes is the slow part
public abstract class AbstractArchitectureTest {

    private final CompiledModule module = CompiledModule.of(getClass());
    private final JavaClasses classes = new ClassFileImporter().importPath(module.classes());

    /** {@return the main classes of the module} */
    final JavaClasses classes() {
        return classes;
    }

    @Test
    void usesOnlyTheModulesBelowIt() {
        ModuleArrows.of(module.name()).check(classes);
    }

    @Test
    void neverTurnsOnDefaultTyping() {
        HouseRules.NO_DEFAULT_TYPING.check(classes);
    }

    @Test
    void namesPackagesInWordsOfTheDomain() {
        HouseRules.NO_VAGUE_PACKAGES.check(classes);
    }

    @Test
    void showsNoJacksonType() {
        new PublicSignatures(module.publicPackages()).showNoJackson().check(classes);
    }

    @Test
    void showsNoDescriptorNumber() {
        new PublicSignatures(module.publicPackages()).showNoDescriptorNumber().check(classes);
    }
}
