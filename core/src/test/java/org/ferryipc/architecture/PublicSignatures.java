package org.ferryipc.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules that look at what a user of the exported packages can see. */
final class PublicSignatures {

    private final Set<String> packages;

    /** @param packages those exported to everyone */
    PublicSignatures(Set<String> packages) {
        this.packages = Set.copyOf(packages);
    }

    /** Jackson is the default codec's own business; another codec must not drag it into a user's code. */
    ArchRule showNoJackson() {
        return rule("show no Jackson type", (type, member) -> jacksonIn(member))
                .because("Jackson is an implementation of the codec SPI, not a part of the API");
    }

    /** Only {@code UnixDescriptors} turns a number into an owner and back. */
    ArchRule showNoDescriptorNumber() {
        return rule("show no descriptor number", DescriptorNumbers::in)
                .because("a descriptor is owned by one object, and a number has no owner");
    }

    private ArchRule rule(String what, BiFunction<JavaClass, JavaMember, Stream<String>> faults) {
        return classes()
                .should(new ArchCondition<>(what + " in a public signature") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        if (isVisible(type)) {
                            type.getMembers().stream()
                                    .filter(PublicSignatures::isOpen)
                                    .flatMap(member -> faults.apply(type, member))
                                    .forEach(fault -> events.add(SimpleConditionEvent.violated(type, fault)));
                        }
                    }
                })
                .allowEmptyShould(true);
    }

    private boolean isVisible(JavaClass type) {
        return packages.contains(type.getPackageName())
                && isOpen(type.getModifiers())
                && type.getEnclosingClass().map(this::isVisible).orElse(true);
    }

    private static boolean isOpen(JavaMember member) {
        return isOpen(member.getModifiers()) && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isOpen(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static Stream<String> jacksonIn(JavaMember member) {
        return signature(member)
                .map(JavaClass::getBaseComponentType)
                .map(JavaClass::getName)
                .filter(name -> name.startsWith("tools.jackson.") || name.startsWith("com.fasterxml.jackson."))
                .distinct()
                .map(name -> member.getFullName() + " shows " + name);
    }

    /** Every class that stands in the declaration, those in type arguments and bounds too. */
    private static Stream<JavaClass> signature(JavaMember member) {
        return switch (member) {
            case JavaField field -> field.getAllInvolvedRawTypes().stream();
            case JavaCodeUnit code -> Stream.concat(
                    code.getAllInvolvedRawTypes().stream(),
                    code.getThrowsClause().getTypes().stream().map(JavaType::toErasure));
            default -> throw new IllegalStateException("A new kind of member: " + member);
        };
    }
}
