// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.util.List;
import java.util.function.Function;

/**
 * A setting of some ports or of all.
 *
 * @param ports their numbers; empty for all
 * @param value the setting
 */
record PerPort<T>(List<Integer> ports, T value) {

    /** Reads {@code VALUE} or {@code PORTS=VALUE}. */
    static <T> PerPort<T> read(String text, Function<String, T> value) {
        int equals = text.indexOf('=');
        return equals < 0
                ? new PerPort<>(List.of(), value.apply(text))
                : new PerPort<>(
                        new PortNumbers().convert(text.substring(0, equals)),
                        value.apply(text.substring(equals + 1)));
    }

    /** The last setting that holds for a port; one for the port itself goes before one for all. */
    static <T> T of(int port, List<PerPort<T>> settings, T otherwise) {
        T found = otherwise;
        boolean own = false;
        for (PerPort<T> setting : settings) {
            if (setting.ports.contains(port)) {
                found = setting.value;
                own = true;
            } else if (setting.ports.isEmpty() && !own) {
                found = setting.value;
            }
        }
        return found;
    }
}
