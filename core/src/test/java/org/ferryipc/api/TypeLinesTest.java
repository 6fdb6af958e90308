package org.ferryipc.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypeLinesTest {

    @Test
    void showsEachVisibleMemberWithBoundsNullnessAndThrows() {
        assertThat(TypeLines.of(Surface.class)).containsExactlyInAnyOrder(
                "org.ferryipc.api.Surface : public abstract class Surface<T extends Comparable<? super T>>"
                        + " implements AutoCloseable",
                "org.ferryipc.api.Surface . public static final int LIMIT",
                "org.ferryipc.api.Surface . protected Surface(T)",
                "org.ferryipc.api.Surface . public <X extends Exception> @Nullable T find("
                        + "java.util.List<? extends @Nullable T>, String...) throws X, java.io.IOException",
                "org.ferryipc.api.Surface . @Deprecated protected abstract int[] numbers()");
    }

    @Test
    void showsPermittedTypesOfASealedOne() {
        assertThat(TypeLines.of(Surface.Outcome.class)).containsExactlyInAnyOrder(
                "org.ferryipc.api.Surface$Outcome : public sealed interface Outcome permits"
                        + " org.ferryipc.api.Surface$Outcome$Done, org.ferryipc.api.Surface$Outcome$Gone",
                "org.ferryipc.api.Surface$Outcome . default public boolean last()");
    }

    @Test
    void saysARecordByItsComponents() {
        assertThat(TypeLines.of(Surface.Outcome.Done.class)).containsExactlyInAnyOrder(
                "org.ferryipc.api.Surface$Outcome$Done : public record Done(String text, @Nullable Integer code)"
                        + " implements org.ferryipc.api.Surface$Outcome",
                "org.ferryipc.api.Surface$Outcome$Done . public Done(String)");
    }

    @Test
    void showsEachConstantOfAnEnum() {
        String constant = "org.ferryipc.api.Surface$Outcome$Gone . public static final org.ferryipc.api.Surface$Outcome$Gone ";
        assertThat(TypeLines.of(Surface.Outcome.Gone.class)).contains(constant + "EARLY", constant + "LATE");
    }

    @Test
    void showsWhatAHiddenParentDeclares() {
        assertThat(TypeLines.of(Surface.Heir.class)).contains("org.ferryipc.api.Surface$Heir . public void inherited()");
    }

    @Test
    void showsTheDefaultOfAnAnnotationMember() {
        assertThat(TypeLines.of(Surface.Named.class))
                .contains("org.ferryipc.api.Surface$Named . public abstract String value() default none");
    }

    @Test
    void seesOnlyWhatAnotherPackageCanName() throws Exception {
        assertThat(Visibility.isVisible(Surface.Heir.class)).isTrue();
        assertThat(Visibility.isVisible(Surface.HiddenParent.class)).isFalse();
        assertThat(Visibility.isVisible(Class.forName("org.ferryipc.api.Surface$Hidden"))).isFalse();
    }

    @Test
    void aStaleDumpNamesTheFirstChanges() {
        assertThat(StaleDump.describe(List.of("a", "b"), List.of("b", "a"))).isEmpty();
        assertThat(StaleDump.describe(List.of("a", "b"), List.of("b", "c"))).isEqualTo("+ c; - a");
        assertThat(StaleDump.describe(List.of(), List.of("a", "b", "c", "d", "e"))).isEqualTo("+ a; + b; + c; and 2 more");
    }
}
