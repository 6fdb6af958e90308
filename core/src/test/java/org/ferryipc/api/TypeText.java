package org.ferryipc.api;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Types as a reader of Java writes them, with their nullness, and without the package of {@code java.lang}. */
final class TypeText {

    private TypeText() {}

    static String of(AnnotatedType type) {
        return switch (type) {
            case AnnotatedArrayType array -> of(array.getAnnotatedGenericComponentType()) + spaced(array) + "[]";
            case AnnotatedParameterizedType generic -> named(rawName(generic.getType()), generic)
                    + Arrays.stream(generic.getAnnotatedActualTypeArguments())
                            .map(TypeText::of)
                            .collect(Collectors.joining(", ", "<", ">"));
            case AnnotatedTypeVariable variable -> named(variable.getType().getTypeName(), variable);
            case AnnotatedWildcardType wildcard -> named("?", wildcard) + wildcardBounds(wildcard);
            default -> named(rawName(type.getType()), type);
        };
    }

    /** {@code <T extends Handle, U>} with a space behind it, or nothing. */
    static String parameters(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(v -> named(v.getName(), v) + bounds(" extends ", v.getAnnotatedBounds()))
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    static String of(Class<?> type) {
        return withoutJavaLang(type.getTypeName());
    }

    private static String wildcardBounds(AnnotatedWildcardType wildcard) {
        return wildcard.getAnnotatedLowerBounds().length > 0
                ? bounds(" super ", wildcard.getAnnotatedLowerBounds())
                : bounds(" extends ", wildcard.getAnnotatedUpperBounds());
    }

    private static String bounds(String word, AnnotatedType[] bounds) {
        String all = Arrays.stream(bounds).map(TypeText::of).collect(Collectors.joining(" & "));
        return all.equals("Object") || all.isEmpty() ? "" : word + all;
    }

    private static String named(String name, AnnotatedElement annotated) {
        return Arrays.stream(annotated.getAnnotations())
                .map(Annotation::annotationType)
                .map(a -> "@" + a.getSimpleName() + " ")
                .collect(Collectors.joining("", "", name));
    }

    private static String spaced(AnnotatedElement annotated) {
        String annotations = named("", annotated);
        return annotations.isEmpty() ? "" : " " + annotations;
    }

    private static String rawName(Type type) {
        return withoutJavaLang(type instanceof ParameterizedType generic
                ? generic.getRawType().getTypeName()
                : type.getTypeName());
    }

    private static String withoutJavaLang(String name) {
        String prefix = "java.lang.";
        boolean direct = name.startsWith(prefix) && Character.isUpperCase(name.charAt(prefix.length()));
        return direct ? name.substring(prefix.length()) : name;
    }
}
