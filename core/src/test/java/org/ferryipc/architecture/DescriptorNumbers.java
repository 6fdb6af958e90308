package org.ferryipc.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import java.io.FileDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a descriptor number in a signature.
 *
 * <p>An {@code int} has no type that tells a number from a size, so names decide: one that is or ends in {@code fd},
 * {@code descriptor}, {@code fileno} or is {@code number}. The plural is a count ({@code queuedDescriptors}) unless it is
 * an array. In the types that stand for a descriptor any {@code int} is one.
 */
final class DescriptorNumbers {

    /** The one public class whose business numbers are. */
    private static final String EXEMPT = "org.ferryipc.unix.UnixDescriptors";

    private static final Set<String> TYPES_THAT_ARE_DESCRIPTORS = Set.of("OwnedFd");

    private static final Pattern ONE = Pattern.compile("(.*[a-z0-9_])?(Fd|FD|Descriptor|Fileno)|fd|descriptor|fileno|number|(raw|native)Handle");
    private static final Pattern MANY = Pattern.compile("(.*[a-z0-9_])?(Fds|FDs|Descriptors)|fds|descriptors|numbers");

    private DescriptorNumbers() {}

    static Stream<String> in(JavaClass type, JavaMember member) {
        if (type.getName().equals(EXEMPT)) {
            return Stream.empty();
        }
        boolean descriptor = TYPES_THAT_ARE_DESCRIPTORS.contains(type.getSimpleName());
        return switch (member) {
            case JavaField field -> fault(field, "the field", field.getRawType(), field.getName(), descriptor);
            case JavaCodeUnit code -> in(code, descriptor && !code.getName().equals("hashCode"));
            default -> Stream.empty();
        };
    }

    private static Stream<String> in(JavaCodeUnit code, boolean descriptor) {
        List<JavaClass> types = code.getRawParameterTypes();
        Parameter[] parameters = ((Executable) code.reflect()).getParameters();
        List<Stream<String>> faults = new ArrayList<>();
        faults.add(fault(code, "the result", code.getRawReturnType(), code.getName(), descriptor));
        for (int i = 0; i < types.size(); i++) {
            faults.add(fault(code, "parameter " + parameters[i].getName(), types.get(i), parameters[i].getName(), descriptor));
        }
        return faults.stream().flatMap(s -> s);
    }

    private static Stream<String> fault(JavaMember where, String what, JavaClass type, String name, boolean descriptor) {
        boolean carries = carriesInt(type) && (descriptor || ONE.matcher(name).matches())
                || type.isArray() && carriesInt(type.getComponentType()) && MANY.matcher(name).matches()
                || type.isEquivalentTo(FileDescriptor.class);
        return carries ? Stream.of(where.getFullName() + ": " + what + " is a descriptor number") : Stream.empty();
    }

    /** {@code int} itself, its box, and the functions and optionals over it. */
    private static boolean carriesInt(JavaClass type) {
        return type.isEquivalentTo(int.class)
                || type.isEquivalentTo(Integer.class)
                || type.getName().matches("java\\.util\\.(OptionalInt|function\\.(To)?Int[A-Z].*)");
    }
}
