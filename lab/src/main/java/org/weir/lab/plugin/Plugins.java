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
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;

/**
 * Schemes and congestion controls of jars outside Weir. A jar names its classes that implement
 * {@link Scheme} or {@link CongestionControlProvider} in files of {@code META-INF/services}; {@link
 * ServiceLoader} makes one object of each.
 */
public final class Plugins {
    private static final String SERVICES = "META-INF/services/";
    private static final String SCHEMES = SERVICES + Scheme.class.getName();
    private static final String CONTROLS = SERVICES + CongestionControlProvider.class.getName();

    private Plugins() {}

    /**
     * Loads the schemes and congestion controls of a jar. Must be called before experiments are
     * listed or run.
     *
     * @throws IllegalArgumentException if the file is no jar, has neither, or has one that cannot
     *     be made or whose name is taken; nothing is loaded then
     */
    public static void load(Path jar) {
        checkJar(jar);
        List<Scheme> schemes = new ArrayList<>();
        List<CongestionControlProvider> controls = new ArrayList<>();
        // The loader is not closed: classes and programs of the jar are loaded as they are needed.
        ClassLoader loader =
                new URLClassLoader(new URL[] {url(jar)}, Plugins.class.getClassLoader());
        try {
            ServiceLoader.load(Scheme.class, loader).forEach(schemes::add);
            ServiceLoader.load(CongestionControlProvider.class, loader).forEach(controls::add);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(jar + ": " + e.getMessage(), e);
        }
        try {
            CongestionControls.check(controls);
            Schemes.add(schemes);
            CongestionControls.add(controls);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(jar + ": " + e.getMessage(), e);
        }
    }

    private static void checkJar(Path jar) {
        File file = jar.toFile();
        if (!file.isFile()) {
            throw new IllegalArgumentException(
                    jar + (file.isDirectory() ? ": is a folder, not a jar" : ": no such file"));
        }
        try (JarFile content = new JarFile(file)) {
            if (content.getEntry(SCHEMES) == null && content.getEntry(CONTROLS) == null) {
                throw new IllegalArgumentException(
                        jar
                                + ": has neither "
                                + SCHEMES
                                + ", which names its schemes, nor "
                                + CONTROLS
                                + ", which names its congestion controls");
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
