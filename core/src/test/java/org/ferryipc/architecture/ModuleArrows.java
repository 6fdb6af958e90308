package org.ferryipc.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which module may use which: arrows go one way, from the last line of the table to the first. */
final class ModuleArrows {

    private static final String OURS = "org.ferryipc.";

    /** Folder to the packages its classes may live in and use; the first is the module's own. */
    private static final Map<String, List<String>> ALLOWED = Map.of(
            "core", List.of("core"),
            "unix-backend", List.of("unix", "core"),
            "receiver-set", List.of("receiverset", "core"),
            "rpc", List.of("rpc", "receiverset", "core"),
            "benches", List.of("benches", "rpc", "receiverset", "unix", "core"),
            "peers", List.of("peers", "benches", "rpc", "receiverset", "unix", "core"),
            "examples", List.of("examples", "rpc", "receiverset", "unix", "core"));

    private ModuleArrows() {}

    static ArchRule of(String module) {
        List<String> allowed = allowed(module);
        return ArchRuleDefinition.classes()
                .should(liveIn(allowed.getFirst()))
                .andShould(use(allowed))
                .because("module arrows go one way, and " + module + " may use only " + allowed)
                .allowEmptyShould(true);
    }

    private static List<String> allowed(String module) {
        @Nullable List<String> allowed = ALLOWED.get(module);
        if (allowed == null) {
            throw new IllegalArgumentException("Give the new module " + module + " its arrows in ModuleArrows");
        }
        return allowed;
    }

    private static ArchCondition<JavaClass> liveIn(String root) {
        return new ArchCondition<>("live in " + OURS + root) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!isIn(type, root)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " lives outside " + OURS + root));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> use(List<String> allowed) {
        return new ArchCondition<>("use only " + allowed) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (target.getName().startsWith(OURS) && allowed.stream().noneMatch(root -> isIn(target, root))) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean isIn(JavaClass type, String root) {
        String packageName = type.getPackageName();
        return packageName.equals(OURS + root) || packageName.startsWith(OURS + root + ".");
    }
}
