// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.Timeline;
import org.weir.wire.p4.WeirIngress;

/**
 * Weir's own program as it runs in a network: the controller's ACL, a route for each host, three
 * classes by DSCP and a default one, and virtual queues at every port.
 */
final class WeirTraffic extends GeneratedTraffic {

    private static final int CPU_PORT = 255;
    private static final int CLASSES = 4;
    private static final int ROUND_PACKETS = 2560;
    private static final int WEIGHT_PACKETS = 640;
    private static final int THRESHOLD_PACKETS = 20;
    private static final int LIMIT_PACKETS = 1000;
    private static final int TARGET_RATE_KBPS = 100_000;
    private static final int FEEDBACK_INTERVAL_US = 10_000;

    /** Index of a field in the keys of the ACL and of the classifier. */
    private static final int ACL_ETHER_TYPE = 3;

    private static final int CLASS_DSCP = 4;

    @Override
    public String name() {
        return "weir";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/pipelines/v1model/weir.json");
    }

    @Override
    public void load(Switch device, Timeline timeline) throws ProgramException {
        device.loadProgram(program());
        device.table(WeirIngress.Edge.PORT_KINDS)
                .orElseThrow()
                .setDefaultAction(ActionCall.of(WeirIngress.Edge.TRUST_PORT));
        // Packets that ONOS asks for at start: LLDP, its own broadcast probes and ARP.
        int priority = 40_000;
        for (int etherType : new int[] {0x88cc, 0x8942, 0x0806}) {
            insert(
                    device,
                    WeirIngress.Acl.ACL,
                    ACL_ETHER_TYPE,
                    ternary(etherType, 2),
                    priority--,
                    WeirIngress.Acl.PUNT);
        }
        int[] dscps = {46, 34, 26};
        for (int i = 0; i < dscps.length; i++) {
            insert(
                    device,
                    WeirIngress.Classifier.IPV4_CLASSES,
                    CLASS_DSCP,
                    new MatchKey.Ternary(bytes(dscps[i], 1), bytes(0x3f, 1)),
                    100 - i,
                    WeirIngress.Classifier.SET_CLASS,
                    bytes(i, 1));
        }
        insert(
                device,
                WeirIngress.Classifier.IPV4_CLASSES,
                CLASS_DSCP,
                MatchKey.ANY,
                1,
                WeirIngress.Classifier.SET_CLASS,
                bytes(CLASSES - 1, 1));
        TableControl routes = device.table(WeirIngress.Forwarding.IPV4_ROUTES).orElseThrow();
        TableControl settings = device.table(WeirIngress.QueueSettings.SETTINGS).orElseThrow();
        TableControl generations =
                device.table(WeirIngress.QueueSettings.GENERATIONS).orElseThrow();
        for (int port = 1; port <= PORTS; port++) {
            for (int host = 0; host < HOSTS_PER_PORT; host++) {
                routes.insert(
                        new TableEntry(
                                List.of(new MatchKey.Lpm(bytes(address(port, host), 4), 32)),
                                0,
                                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, bytes(port, 2))));
            }
            generations.insert(
                    new TableEntry(
                            List.of(new MatchKey.Exact(bytes(port, 2))),
                            0,
                            ActionCall.of(
                                    WeirIngress.QueueSettings.useGeneration(32768),
                                    bytes(1, 1),
                                    bytes(ROUND_PACKETS, 2))));
            for (int i = 0; i < CLASSES; i++) {
                settings.insert(
                        new TableEntry(
                                List.of(
                                        new MatchKey.Exact(bytes(port, 2)),
                                        new MatchKey.Exact(bytes(i, 1)),
                                        new MatchKey.Exact(bytes(1, 1))),
                                0,
                                ActionCall.of(
                                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                                        bytes(WEIGHT_PACKETS, 2),
                                        bytes(THRESHOLD_PACKETS, 2),
                                        bytes(LIMIT_PACKETS, 2),
                                        bytes(TARGET_RATE_KBPS, 4),
                                        bytes(FEEDBACK_INTERVAL_US, 4))));
            }
        }
        device.setMirrorSession(1, MirrorSession.toPort(CPU_PORT));
        device.setMirrorSession(2, MirrorSession.toPort(CPU_PORT));
    }

    private static MatchKey ternary(long value, int bytes) {
        return new MatchKey.Ternary(bytes(value, bytes), bytes(-1, bytes));
    }

    /** Inserts an entry that asks for one field only. */
    private static void insert(
            Switch device,
            String table,
            int field,
            MatchKey key,
            int priority,
            String action,
            byte[]... parameters) {
        TableControl control = device.table(table).orElseThrow();
        List<MatchKey> match =
                new ArrayList<>(Collections.nCopies(control.matchFields().size(), MatchKey.ANY));
        match.set(field, key);
        control.insert(new TableEntry(match, priority, ActionCall.of(action, parameters)));
    }
}
