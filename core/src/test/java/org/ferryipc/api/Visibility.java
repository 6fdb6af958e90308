package org.ferryipc.api;

import java.lang.reflect.AccessFlag;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;

/** What a caller in another package can see: public types and members, and protected ones for heirs. */
final class Visibility {

    private Visibility() {}

    static boolean isVisible(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic() || !open(type.getModifiers())) {
            return false;
        }
        return type.getEnclosingClass() == null || isVisible(type.getEnclosingClass());
    }

    static boolean isVisible(Member member) {
        return open(member.getModifiers()) && !member.isSynthetic();
    }

    /** {@return the modifiers a reader of the surface cares about, with a space behind} */
    static String words(int modifiers) {
        int seen = modifiers & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT);
        return seen == 0 ? "" : Modifier.toString(seen) + " ";
    }

    /** Varargs and transient share a bit; only an executable has the first meaning. */
    static boolean isVarargs(Executable e) {
        return e.accessFlags().contains(AccessFlag.VARARGS);
    }

    private static boolean open(int modifiers) {
        return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }
}
