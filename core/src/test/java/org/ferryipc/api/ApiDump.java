package org.ferryipc.api;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The public surface of one compiled module: what it exports to everyone, and each signature a caller can see there. */
final class ApiDump {

    private ApiDump() {}

    /** {@return the sorted lines of {@code module}, which must have a {@code module-info}} */
    static List<String> of(CompiledModule module, ClassLoader loader) throws IOException, ClassNotFoundException {
        ModuleDescriptor descriptor = module.descriptor().orElseThrow();
        String itself = "module " + descriptor.name();
        List<String> lines = new ArrayList<>();
        lines.add(itself);
        for (ModuleDescriptor.Requires required : descriptor.requires()) {
            if (required.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE)) {
                lines.add(itself + " requires transitive " + required.name());
            }
        }
        descriptor.uses().forEach(service -> lines.add(itself + " uses " + service));
        descriptor.provides().forEach(provided -> lines.add(itself + " provides " + provided.service()));
        for (String exported : module.publicPackages()) {
            lines.add(itself + " exports " + exported);
            for (Class<?> type : typesOf(exported, module.classes(), loader)) {
                lines.addAll(TypeLines.of(type));
            }
        }
        return lines.stream().sorted().distinct().toList();
    }

    private static List<Class<?>> typesOf(String packageName, Path classes, ClassLoader loader)
            throws IOException, ClassNotFoundException {
        List<String> names;
        try (Stream<Path> files = Files.list(classes.resolve(packageName.replace('.', '/')))) {
            names = files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".class") && !f.equals("package-info.class"))
                    .map(f -> packageName + "." + f.substring(0, f.length() - ".class".length()))
                    .toList();
        }
        List<Class<?>> visible = new ArrayList<>();
        for (String name : names) {
            Class<?> type = Class.forName(name, false, loader); // not initialised: a dump runs no code of the module
            if (Visibility.isVisible(type)) {
                visible.add(type);
            }
        }
        return visible;
    }
}
