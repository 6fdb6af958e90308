package org.ferryipc.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule fails on the class that was written to break it, and on nothing else in that class. */
class RulesBiteTest {

    private static final String BROKEN = "org.ferryipc.core.broken";

    private static final JavaClasses ALL_BROKEN = new ClassFileImporter().importPackages(BROKEN);

    private final PublicSignatures signatures = new PublicSignatures(Set.of(BROKEN));

    @Test
    void coreMayNotCallTheSystem() {
        assertThat(faults(HouseRules.KNOWS_NO_OPERATING_SYSTEM, "KnowsLinux")).isNotEmpty();
        assertThat(faults(HouseRules.KNOWS_NO_OPERATING_SYSTEM, "ReachesUp")).isEmpty();
    }

    @Test
    void coreMayNotUseAModuleAboveIt() {
        assertThat(faults(ModuleArrows.of("core"), "ReachesUp")).isNotEmpty();
        assertThat(faults(ModuleArrows.of("core"), "KnowsLinux")).isEmpty();
    }

    @Test
    void aModuleKeepsToItsOwnPackages() {
        assertThat(faults(ModuleArrows.of("receiver-set"), "KnowsLinux"))
                .containsExactly(BROKEN + ".KnowsLinux lives outside org.ferryipc.receiverset");
    }

    @Test
    void aNewModuleMustBeGivenItsArrows() {
        assertThatThrownBy(() -> ModuleArrows.of("attic")).hasMessageContaining("attic");
    }

    @Test
    void noPeerMayChooseClasses() {
        assertThat(faults(HouseRules.NO_DEFAULT_TYPING, "TrustsTheWire")).isNotEmpty();
        assertThat(faults(HouseRules.NO_DEFAULT_TYPING, "ShowsJackson")).isEmpty();
    }

    @Test
    void noPackageIsVague() {
        assertThat(faults(HouseRules.NO_VAGUE_PACKAGES, "util.Vague")).isNotEmpty();
        assertThat(faults(HouseRules.NO_VAGUE_PACKAGES, "KnowsLinux")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ShowsJackson.field", "ShowsJackson.<init>", ".result()", ".bound(", ".thrown()"})
    void noPublicSignatureShowsJackson(String member) {
        assertThat(faults(signatures.showNoJackson(), "ShowsJackson")).anyMatch(f -> f.contains(member));
    }

    @Test
    void jacksonIsFreeWhereNobodySees() {
        assertThat(faults(signatures.showNoJackson(), "ShowsJackson", "ShowsJackson$Hidden"))
                .hasSize(5)
                .noneMatch(f -> f.contains("hidden") || f.contains("Hidden"));
        assertThat(faults(new PublicSignatures(Set.of()).showNoJackson(), "ShowsJackson")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".fd:", ".adopt(", ".boxed(", ".rawDescriptor()", ".many(", ".named(", "Slot.<init>",
        "Slot.fileDescriptor()", "OwnedFd.with("})
    void noPublicSignatureShowsADescriptorNumber(String member) {
        assertThat(numberFaults()).anyMatch(f -> f.contains(member));
    }

    @Test
    void countsAndHiddenMembersAreNoDescriptorNumbers() {
        assertThat(numberFaults()).hasSize(9).noneMatch(f -> f.contains("counts") || f.contains("hidden"));
    }

    private List<String> numberFaults() {
        return faults(signatures.showNoDescriptorNumber(), "ShowsNumbers", "ShowsNumbers$Slot", "ShowsNumbers$OwnedFd");
    }

    private static List<String> faults(ArchRule rule, String... names) {
        Set<String> chosen = Stream.of(names).map(name -> BROKEN + "." + name).collect(Collectors.toSet());
        JavaClasses classes = ALL_BROKEN.that(describe("chosen", type -> chosen.contains(type.getName())));
        assertThat(classes).hasSize(names.length);
        return rule.evaluate(classes).getFailureReport().getDetails();
    }
}
