// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The externs that programs of a switch may use. */
public final class ExternModules {

    /** No externs but those of v1model. */
    public static final ExternModules NONE = new ExternModules(Map.of());

    private final Map<String, ExternProvider> providers;

    private ExternModules(Map<String, ExternProvider> providers) {
        this.providers = providers;
    }

    /**
     * Externs given one by one.
     *
     * @throws IllegalArgumentException when two have the same name
     */
    public static ExternModules of(Collection<? extends ExternProvider> providers) {
        Map<String, ExternProvider> byType = new LinkedHashMap<>();
        for (ExternProvider provider : providers) {
            if (byType.put(provider.type(), provider) != null) {
                throw new IllegalArgumentException(
                        "extern " + provider.type() + ": two modules have it");
            }
        }
        return new ExternModules(byType);
    }

    /**
     * Loads modules: jars, or folders with classes. They stay loaded as long as the process.
     *
     * @throws IOException when one cannot be read, has no provider, or has one that does not load;
     *     the message names the module
     */
    public static ExternModules load(List<Path> modules) throws IOException {
        Map<String, ExternProvider> byType = new LinkedHashMap<>();
        for (Path module : modules) {
            int before = byType.size();
            try {
                for (ExternProvider provider :
                        ServiceLoader.load(ExternProvider.class, classesOf(module))) {
                    if (provider.getClass().getClassLoader()
                            == ExternModules.class.getClassLoader()) {
                        continue;
                    }
                    if (byType.put(provider.type(), provider) != null) {
                        throw new IOException(
                                module + ": extern " + provider.type() + ": two modules have it");
                    }
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                throw new IOException(module + ": cannot be loaded: " + e.getMessage(), e);
            }
            if (byType.size() == before) {
                throw new IOException(
                        module
                                + ": has no extern: META-INF/services/"
                                + ExternProvider.class.getName()
                                + " must name one");
            }
        }
        return new ExternModules(byType);
    }

    private static ClassLoader classesOf(Path module) throws IOException {
        if (!Files.isReadable(module)) {
            throw new IOException(module + ": no such file, or not readable");
        }
        try {
            return new URLClassLoader(
                    new URL[] {module.toUri().toURL()}, ExternModules.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IOException(module + ": " + e.getMessage(), e);
        }
    }

    /** Provider of externs of a type; empty if no module has it. */
    public Optional<ExternProvider> provider(String type) {
        return Optional.ofNullable(providers.get(type));
    }
}
