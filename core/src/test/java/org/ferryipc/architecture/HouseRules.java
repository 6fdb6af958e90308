package org.ferryipc.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.net.UnixDomainSocketAddress;

/** Rules that look at what classes use, whoever can see them. */
final class HouseRules {

    /** Linux belongs to unix-backend: core, sets and calls must work over any transport. */
    static final ArchRule KNOWS_NO_OPERATING_SYSTEM = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.newsclub..", "com.kohlschutter..", "org.ferryipc.unix..")
                    .or(type(Linker.class))
                    .or(type(Linker.Option.class))
                    .or(type(SymbolLookup.class))
                    .or(type(UnixDomainSocketAddress.class)))
            .because("only unix-backend knows an operating system")
            .allowEmptyShould(true);

    /** With default typing the bytes of a peer choose which class is made here. */
    static final ArchRule NO_DEFAULT_TYPING = noClasses()
            .should()
            .accessTargetWhere(describe("Jackson's default typing is turned on", HouseRules::turnsOnDefaultTyping))
            .orShould()
            .dependOnClassesThat(describe("let the wire name a class", HouseRules::isLaxValidator))
            .because("a peer may not choose the classes that are made here")
            .allowEmptyShould(true);

    /** A package is one concept in a word of the domain. */
    static final ArchRule NO_VAGUE_PACKAGES = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..utils..", "..impl..", "..common..", "..manager..", "..helper..", "..misc..")
            .because("a package is one concept, named in a word of the domain")
            .allowEmptyShould(true);

    private HouseRules() {}

    private static boolean turnsOnDefaultTyping(JavaAccess<?> access) {
        String name = access.getTarget().getName();
        return access.getTargetOwner().getPackageName().startsWith("tools.jackson.")
                && (name.startsWith("activateDefaultTyping") || name.equals("setDefaultTyping"));
    }

    private static boolean isLaxValidator(JavaClass type) {
        return type.getPackageName().startsWith("tools.jackson.databind.jsontype")
                && type.getSimpleName().endsWith("TypeValidator");
    }
}
