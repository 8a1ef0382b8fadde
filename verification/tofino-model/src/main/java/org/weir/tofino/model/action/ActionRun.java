// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;

/**
 * Inputs of an action besides the PHV when it runs.
 *
 * @param data the action data storages
 * @param statefulOutputs outputs of the stage's stateful ALUs for this packet, by table
 */
public record ActionRun(long[] data, Map<String, Long> statefulOutputs) {

    long statefulOutput(int line, String table) {
        Long output = statefulOutputs.get(table);
        if (output == null) {
            throw new AssemblyException(line, table + " gave nothing out for this packet");
        }
        return output;
    }
}
