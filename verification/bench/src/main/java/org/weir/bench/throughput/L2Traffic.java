// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.util.List;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.Timeline;

/** A small program: two exact look-ups of addresses that have been learned. */
final class L2Traffic extends GeneratedTraffic {

    private static final int MAC_BYTES = 6;
    private static final int PORT_BYTES = 2;

    @Override
    public String name() {
        return "l2";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/bench/programs/l2.json");
    }

    @Override
    public void load(Switch device, Timeline timeline) throws ProgramException {
        device.loadProgram(program());
        TableControl sources = device.table("L2Ingress.sources").orElseThrow();
        TableControl destinations = device.table("L2Ingress.destinations").orElseThrow();
        for (int port = 1; port <= PORTS; port++) {
            for (int host = 0; host < HOSTS_PER_PORT; host++) {
                MatchKey mac = new MatchKey.Exact(bytes(mac(port, host), MAC_BYTES));
                byte[] portBytes = bytes(port, PORT_BYTES);
                sources.insert(
                        new TableEntry(
                                List.of(mac, new MatchKey.Exact(portBytes)),
                                0,
                                ActionCall.of("NoAction")));
                destinations.insert(
                        new TableEntry(
                                List.of(mac), 0, ActionCall.of("L2Ingress.forward", portBytes)));
            }
        }
    }
}
