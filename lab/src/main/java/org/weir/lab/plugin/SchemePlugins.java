// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.plugin;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;

/**
 * Schemes of jars outside Weir. A jar names its classes that implement {@link Scheme} in {@code
 * META-INF/services/org.weir.lab.scheme.Scheme}; {@link ServiceLoader} makes one object of each.
 */
public final class SchemePlugins {
    private static final String SERVICE = "META-INF/services/" + Scheme.class.getName();

    private SchemePlugins() {}

    /**
     * Loads the schemes of a jar. Must be called before experiments are listed or run.
     *
     * @throws IllegalArgumentException if the file is no jar, has no scheme, or has one that cannot
     *     be made or whose name is taken; nothing is loaded then
     */
    public static void load(Path jar) {
        checkJar(jar);
        List<Scheme> found = new ArrayList<>();
        // The loader is not closed: classes and programs of the jar are loaded as they are needed.
        ClassLoader loader =
                new URLClassLoader(new URL[] {url(jar)}, SchemePlugins.class.getClassLoader());
        try {
            ServiceLoader.load(Scheme.class, loader).forEach(found::add);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(jar + ": " + e.getMessage(), e);
        }
        try {
            Schemes.add(found);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(jar + ": " + e.getMessage(), e);
        }
    }

    private static void checkJar(Path jar) {
        File file = jar.toFile();
        if (!file.isFile()) {
            throw new IllegalArgumentException(jar + ": no such file");
        }
        try (JarFile content = new JarFile(file)) {
            if (content.getEntry(SERVICE) == null) {
                throw new IllegalArgumentException(
                        jar + ": has no " + SERVICE + ", which names its schemes");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(jar + ": no jar: " + e.getMessage(), e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + ": " + e.getMessage(), e);
        }
    }
}
