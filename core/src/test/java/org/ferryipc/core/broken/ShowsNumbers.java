package org.ferryipc.core.broken;

import java.io.FileDescriptor;
import java.util.function.IntFunction;

/** Each of the first members shows a descriptor number; counts and hidden members do not. */
public class ShowsNumbers {
    public int fd;

    public void adopt(int number) {}

    public void boxed(Integer socketFd) {}

    public int rawDescriptor() {
        return 0;
    }

    public void many(int[] fds) {}

    public void named(FileDescriptor any) {}

    public record Slot(int fileDescriptor) {}

    /** Every {@code int} of this type is one, whatever its name. */
    public static class OwnedFd {
        public <T> T with(IntFunction<T> use) {
            return use.apply(0);
        }
    }

    public void counts(int queuedDescriptors, int maxNumber, long number) {}

    int hiddenFd() {
        return 0;
    }
}
