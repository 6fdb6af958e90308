package org.ferryipc.api;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The public surface of one compiled module: what it exports to everyone, and each signature a caller can see there. */
final class ApiDump {

    private ApiDump() {}

    /**
     * {@return the sorted lines of the module compiled into {@code classes}}
     *
     * <p>Packages exported to named modules only are left out: they are no promise to users.
     *
     * @throws IOException if the folder holds no compiled module
     */
    static List<String> of(Path classes, ClassLoader loader) throws IOException, ClassNotFoundException {
        ModuleDescriptor module;
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            module = ModuleDescriptor.read(in);
        }
        List<String> lines = new ArrayList<>();
        lines.add("module " + module.name());
        for (ModuleDescriptor.Requires required : module.requires()) {
            if (required.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE)) {
                lines.add("module " + module.name() + " requires transitive " + required.name());
            }
        }
        for (String service : module.uses()) {
            lines.add("module " + module.name() + " uses " + service);
        }
        for (ModuleDescriptor.Provides provided : module.provides()) {
            lines.add("module " + module.name() + " provides " + provided.service());
        }
        for (ModuleDescriptor.Exports export : module.exports()) {
            if (!export.isQualified()) {
                lines.add("module " + module.name() + " exports " + export.source());
                for (Class<?> type : typesOf(export.source(), classes, loader)) {
                    lines.addAll(TypeLines.of(type));
                }
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
