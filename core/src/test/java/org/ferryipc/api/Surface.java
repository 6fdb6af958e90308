package org.ferryipc.api;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A made-up surface that has one of everything a dump must show, and of everything it must not. */
@NullMarked
public abstract class Surface<T extends Comparable<? super T>> implements AutoCloseable {

    public static final int LIMIT = 4;

    final int hidden = 1;

    protected Surface(T first) {}

    Surface() {}

    public <X extends Exception> @Nullable T find(List<? extends @Nullable T> in, String... names) throws IOException, X {
        return null;
    }

    @Deprecated
    protected abstract int[] numbers();

    void notSeen() {}

    public sealed interface Outcome permits Outcome.Done, Outcome.Gone {

        record Done(String text, @Nullable Integer code) implements Outcome {
            public Done(String text) {
                this(text, null);
            }
        }

        enum Gone implements Outcome {
            EARLY,
            LATE
        }

        default boolean last() {
            return true;
        }
    }

    private static final class Hidden {}

    /** What a hidden parent declares is part of its heir's surface. */
    abstract static class HiddenParent {
        public void inherited() {}
    }

    public static final class Heir extends HiddenParent {}

    public @interface Named {
        String value() default "none";
    }
}
