// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/** A switch on a virtual timeline with ports that write down what they send, and when. */
public final class TestNetwork {

    /** A frame that a port has sent. */
    public record Sent(int port, long timeNs, byte[] frame) {
        public String hex() {
            return HexFormat.of().formatHex(frame);
        }
    }

    public final VirtualTimeline timeline = new VirtualTimeline();
    public final Switch device;
    public final List<Sent> sent = new ArrayList<>();
    public final List<byte[]> packetIns = new ArrayList<>();

    public TestNetwork(byte[] json) throws Exception {
        this(json, 8, PortConfig.UNLIMITED, 1024);
    }

    public TestNetwork(byte[] json, int ports, long rateBps, int queuePackets) throws Exception {
        device = new Switch(new SwitchConfig("test"), timeline);
        device.onPacketIn(packetIns::add);
        for (int port = 1; port <= ports; port++) {
            attach(port, rateBps, queuePackets);
        }
        device.loadProgram(json);
    }

    public void attach(int port, long rateBps, int queuePackets) {
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

    /** A program compiled with p4c that stands among the test's resources. */
    public static byte[] program(String name) throws Exception {
        try (var in = TestNetwork.class.getResourceAsStream("/p4/" + name + ".json")) {
            return in.readAllBytes();
        }
    }

    /** Sends one frame and runs until nothing is left to do. */
    public List<Sent> send(int port, byte[] frame) {
        sent.clear();
        device.receive(port, frame);
        settle();
        return List.copyOf(sent);
    }

    public List<Sent> send(int port, String hex) {
        return send(port, bytes(hex));
    }

    public void settle() {
        if (!timeline.runUntilIdle(timeline.nowNs() + 1_000_000_000L)) {
            throw new IllegalStateException("packets go round without end");
        }
    }

    public TableControl table(String name) {
        return device.table(name).orElseThrow();
    }

    public void add(String table, int priority, ActionCall action, MatchKey... match) {
        table(table).insert(new TableEntry(List.of(match), priority, action));
    }

    public static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    public static MatchKey exact(long value) {
        return new MatchKey.Exact(number(value));
    }

    public static byte[] number(long value) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[7 - i] = (byte) (value >>> (8 * i));
        }
        return bytes;
    }
}
