// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;

/**
 * What an action finds beside the PHV when it runs.
 *
 * @param data the action data storages
 * @param statefulOutputs what stateful ALUs of the stage gave out for this packet, by table
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
