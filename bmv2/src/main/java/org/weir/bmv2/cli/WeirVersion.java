// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version of the build, as {@code --version} prints it. */
public final class WeirVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"weir " + version()};
    }

    /** The version alone, such as {@code 0.1.0}. */
    public static String version() {
        Properties properties = new Properties();
        try (InputStream file = WeirVersion.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
