// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An action with its parameters.
 *
 * @param name as in P4Info, such as {@code MyIngress.set_output}
 * @param parameters in the order of declaration; unsigned, big-endian, of any length that holds the
 *     value when given to the switch, as long as the parameter is wide when read from it
 */
public record ActionCall(String name, List<byte[]> parameters) implements EntryAction {

    /** Copies the list. */
    public ActionCall {
        parameters = List.copyOf(parameters);
    }

    /** An action without parameters. */
    public static ActionCall of(String name, byte[]... parameters) {
        return new ActionCall(name, List.of(parameters));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof ActionCall call)
                || !name.equals(call.name)
                || parameters.size() != call.parameters.size()) {
            return false;
        }
        for (int i = 0; i < parameters.size(); i++) {
            if (!Arrays.equals(parameters.get(i), call.parameters.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = name.hashCode();
        for (byte[] parameter : parameters) {
            hash = 31 * hash + Arrays.hashCode(parameter);
        }
        return hash;
    }

    @Override
    public String toString() {
        return parameters.stream()
                .map(value -> "0x" + HexFormat.of().formatHex(value))
                .collect(Collectors.joining(", ", name + "(", ")"));
    }
}
