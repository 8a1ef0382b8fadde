// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.math.BigInteger;
import java.util.List;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;

/** Entries of tables whose only key is a port. */
final class PortEntries {
    private PortEntries() {}

    /** Adds an entry of a port whose action is in the same control as the table. */
    static void add(
            SwitchControl control,
            String in,
            String table,
            int port,
            String action,
            long... values) {
        byte[][] parameters = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            parameters[i] = BigInteger.valueOf(values[i]).toByteArray();
        }
        MatchKey key = new MatchKey.Exact(BigInteger.valueOf(port).toByteArray());
        control.table(in + table)
                .orElseThrow()
                .insert(new TableEntry(List.of(key), 0, ActionCall.of(in + action, parameters)));
    }
}
