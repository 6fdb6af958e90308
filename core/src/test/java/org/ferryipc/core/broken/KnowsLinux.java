package org.ferryipc.core.broken;

import java.lang.foreign.Linker;

final class KnowsLinux {
    Linker linker = Linker.nativeLinker();
}
