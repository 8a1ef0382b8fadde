// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.wire.p4.WeirIngress;

/** Our switch with Weir's program, and ports that write down what they send, and when. */
final class ProgramNetwork {

    private static final Path PROGRAM = Path.of("../pipelines/compiled/onos/v1model/weir.json");
    private static final long SETTLING_NS = 1_000_000_000L;

    /** A frame that a port has sent. */
    record Sent(int port, long timeNs, byte[] frame) {
        String hex() {
            return HexFormat.of().formatHex(frame);
        }
    }

    final VirtualTimeline timeline = new VirtualTimeline();
    final Switch device = new Switch(new SwitchConfig("test"), timeline);
    final List<Sent> sent = new ArrayList<>();
    final List<byte[]> packetIns = new ArrayList<>();

    /** Makes a network with ports 1 to a number, of one rate and one length of queue. */
    ProgramNetwork(int ports, long rateBps, int queuePackets) throws Exception {
        device.onPacketIn(packetIns::add);
        for (int port = 1; port <= ports; port++) {
            attach(port, rateBps, queuePackets);
        }
        device.loadProgram(program());
        table(WeirIngress.Edge.PORT_KINDS)
                .setDefaultAction(ActionCall.of(WeirIngress.Edge.TRUST_PORT));
    }

    /** Weir's program for BMv2, as p4c wrote it. */
    static byte[] program() throws Exception {
        return Files.readAllBytes(PROGRAM);
    }

    private void attach(int port, long rateBps, int queuePackets) {
        device.attachPort(
                port,
                new PortConfig("port" + port, rateBps, queuePackets),
                (buffer, offset, length) ->
                        sent.add(
                                new Sent(
                                        port,
                                        timeline.nowNs(),
                                        Arrays.copyOfRange(buffer, offset, offset + length))));
    }

    /** Receives one frame and runs until nothing is left to do. */
    List<Sent> send(int port, byte[] frame) {
        sent.clear();
        device.receive(port, frame);
        settle();
        return List.copyOf(sent);
    }

    /** Runs until nothing is left to do. */
    void settle() {
        if (!timeline.runUntilIdle(timeline.nowNs() + SETTLING_NS)) {
            throw new IllegalStateException("packets go round without end");
        }
    }

    TableControl table(String name) {
        return device.table(name).orElseThrow();
    }

    void add(String table, int priority, ActionCall action, MatchKey... match) {
        table(table).insert(new TableEntry(List.of(match), priority, action));
    }

    /** Puts packets that match the stated fields into a class. */
    void classify(String table, int classId, Map<String, MatchKey> stated) {
        ActionCall action = ActionCall.of(WeirIngress.Classifier.SET_CLASS, number(classId));
        table(table).insert(new TableEntry(table(table).key(stated), 10, action));
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static MatchKey exact(long value) {
        return new MatchKey.Exact(number(value));
    }

    /** A number as 8 bytes, big-endian. */
    static byte[] number(long value) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[7 - i] = (byte) (value >>> 8 * i);
        }
        return bytes;
    }
}
