package org.ferryipc.api;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines of one visible type: its header first, then a line for each visible member. */
final class TypeLines {

    private final Class<?> type;
    private final List<String> lines = new ArrayList<>();

    private TypeLines(Class<?> type) {
        this.type = type;
    }

    static List<String> of(Class<?> type) {
        TypeLines dump = new TypeLines(type);
        dump.lines.add(type.getName() + " : " + dump.header());
        dump.members(type);
        // What a hidden parent declares is seen through its visible heir.
        for (Class<?> parent = type.getSuperclass();
                parent != null && !Visibility.isVisible(parent);
                parent = parent.getSuperclass()) {
            dump.members(parent);
        }
        return dump.lines;
    }

    private String header() {
        StringBuilder text = new StringBuilder();
        if (type.isAnnotationPresent(Deprecated.class)) {
            text.append("@Deprecated ");
        }
        int modifiers = type.getModifiers();
        if (type.isInterface() || type.isRecord() || type.isEnum()) {
            modifiers &= ~(Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL); // said by the kind
        }
        text.append(Visibility.words(modifiers));
        text.append(type.isSealed() ? "sealed " : "").append(kind()).append(' ').append(type.getSimpleName());
        text.append(TypeText.parameters(type.getTypeParameters()).stripTrailing());
        if (type.isRecord()) {
            text.append(components());
        }
        AnnotatedType parent = type.getAnnotatedSuperclass();
        if (parent != null && !type.isRecord() && !type.isEnum() && parent.getType() != Object.class) {
            text.append(" extends ").append(TypeText.of(parent));
        }
        text.append(list(type.isInterface() ? " extends " : " implements ",
                Arrays.stream(type.getAnnotatedInterfaces()).map(TypeText::of)));
        if (type.isSealed()) {
            text.append(list(" permits ", Arrays.stream(type.getPermittedSubclasses())
                    .map(c -> Visibility.isVisible(c) ? TypeText.of(c) : "(hidden)")
                    .distinct()
                    .sorted()));
        }
        return text.toString();
    }

    private String kind() {
        return type.isAnnotation() ? "@interface"
                : type.isInterface() ? "interface"
                : type.isRecord() ? "record"
                : type.isEnum() ? "enum"
                : "class";
    }

    private String components() {
        return Arrays.stream(type.getRecordComponents())
                .map(c -> TypeText.of(c.getAnnotatedType()) + " " + c.getName())
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private void members(Class<?> declaring) {
        for (Field field : declaring.getDeclaredFields()) {
            if (Visibility.isVisible(field)) {
                add(field.isAnnotationPresent(Deprecated.class), Visibility.words(field.getModifiers())
                        + TypeText.of(field.getAnnotatedType()) + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : declaring.getDeclaredConstructors()) {
            if (declaring == type && Visibility.isVisible(constructor) && !isCanonical(constructor)) {
                add(constructor.isAnnotationPresent(Deprecated.class), Visibility.words(constructor.getModifiers())
                        + TypeText.parameters(constructor.getTypeParameters()) + type.getSimpleName()
                        + parameters(constructor.getAnnotatedParameterTypes(), Visibility.isVarargs(constructor))
                        + thrown(constructor.getAnnotatedExceptionTypes()));
            }
        }
        for (Method method : declaring.getDeclaredMethods()) {
            if (Visibility.isVisible(method) && !isImplied(method)) {
                add(method.isAnnotationPresent(Deprecated.class), (method.isDefault() ? "default " : "")
                        + Visibility.words(method.getModifiers()) + TypeText.parameters(method.getTypeParameters())
                        + TypeText.of(method.getAnnotatedReturnType()) + " " + method.getName()
                        + parameters(method.getAnnotatedParameterTypes(), Visibility.isVarargs(method))
                        + thrown(method.getAnnotatedExceptionTypes())
                        + (method.getDefaultValue() == null ? "" : " default " + defaultValue(method)));
            }
        }
    }

    private void add(boolean deprecated, String text) {
        lines.add(type.getName() + " . " + (deprecated ? "@Deprecated " : "") + text);
    }

    /** Array values print as identity hashes by default. */
    private static String defaultValue(Method method) {
        return method.getDefaultValue() instanceof Object[] values
                ? Arrays.toString(values)
                : Objects.toString(method.getDefaultValue());
    }

    /** The header of a record says its canonical constructor. */
    private boolean isCanonical(Constructor<?> constructor) {
        return type.isRecord() && Arrays.equals(constructor.getParameterTypes(),
                Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new));
    }

    /** The kind of the type says these: accessors and value methods of a record, the two static methods of an enum. */
    private boolean isImplied(Method method) {
        if (type.isEnum()) {
            return Set.of("values", "valueOf").contains(method.getName());
        }
        if (!type.isRecord()) {
            return false;
        }
        boolean accessor = Arrays.stream(type.getRecordComponents()).anyMatch(c -> method.equals(c.getAccessor()));
        return accessor || Set.of("equals", "hashCode", "toString").contains(method.getName());
    }

    private static String parameters(AnnotatedType[] types, boolean varargs) {
        String all = Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", "));
        return "(" + (varargs ? all.substring(0, all.length() - "[]".length()) + "..." : all) + ")";
    }

    private static String thrown(AnnotatedType[] types) {
        return list(" throws ", Arrays.stream(types).map(TypeText::of).sorted());
    }

    private static String list(String word, Stream<String> names) {
        String all = names.collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : word + all;
    }
}
