// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.link.Link;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.Workloads;

/** Traces as files, and the same bytes in them for the same seed however a run is made. */
class PacketTraceTest {
    private static final long DELAY_NS = 5000;
    private static final int PACKET_BYTES = 501;
    private static final long END_NS = 20_000_000;

    @TempDir Path folder;

    private record Packet(String interfaceName, long timeNs, byte[] frame) {}

    /** Read as the pcapng specification says, by nothing that the writer is made of. */
    @Test
    void aTraceHoldsWhatArrivesAtBothEndsWithItsTime() throws Exception {
        Path file = folder.resolve("trace.pcapng");

        Network network = run(file, 1, Pacing.FREE, List.of("h1-leaf1:1", "h4-leaf2:2"));

        List<Packet> packets = read(file);
        Link first = network.links().get(0);
        Link last = network.links().get(3);
        assertThat(packets)
                .filteredOn(packet -> packet.interfaceName().equals("h1>leaf1:1"))
                .hasSize((int) first.forward().deliveredFrames())
                .hasSizeGreaterThan(50);
        assertThat(packets)
                .filteredOn(packet -> packet.interfaceName().equals("leaf1:1>h1"))
                .hasSize((int) first.backward().deliveredFrames());
        assertThat(packets)
                .filteredOn(packet -> packet.interfaceName().equals("leaf2:2>h4"))
                .hasSize((int) last.backward().deliveredFrames())
                .hasSizeGreaterThan(50);
        assertThat(packets).extracting(Packet::timeNs).isSorted();
        long before = 0;
        for (Packet packet : packets) {
            UdpPacket udp = UdpPacket.parse(packet.frame()).orElse(null);
            if (udp != null && packet.interfaceName().equals("h1>leaf1:1")) {
                DataPayload data = DataPayload.parse(udp.payload()).orElseThrow();
                // The line sends a frame when the one before has left, at a bit each ns.
                long leftNs = Math.max(before, data.sentNs()) + PACKET_BYTES * 8;
                assertThat(packet.frame()).hasSize(PACKET_BYTES);
                assertThat(packet.timeNs()).isEqualTo(leftNs + DELAY_NS);
                before = leftNs;
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameBytesWhateverThePacingAndBesideWhateverElse() throws Exception {
        byte[] bytes = bytes("a", 3, Pacing.FREE);

        assertThat(bytes("b", 3, Pacing.FREE)).isEqualTo(bytes);
        assertThat(bytes("c", 3, Pacing.WALL_CLOCK)).isEqualTo(bytes);
        assertThat(bytes("d", 4, Pacing.FREE)).isNotEqualTo(bytes);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<byte[]>> runs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "thread" + i;
                runs.add(threads.submit(() -> bytes(name, 3, Pacing.FREE)));
            }
            for (Future<byte[]> run : runs) {
                assertThat(run.get()).isEqualTo(bytes);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLinkThatIsNotThereIsRefusedAndNoFileMade() {
        Path file = folder.resolve("none.pcapng");

        assertThatThrownBy(() -> run(file, 1, Pacing.FREE, List.of("h1-leaf2:1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no link is named h1-leaf2:1; there are h1-leaf1:1, ");
        assertThat(file).doesNotExist();
    }

    private byte[] bytes(String name, long seed, Pacing pacing) throws Exception {
        Path file = folder.resolve(name);
        run(file, seed, pacing, List.of("h1-leaf1:1", "h2-leaf1:2", "leaf1:3-spine1:1"));
        return Files.readAllBytes(file);
    }

    /** Runs a small fabric with a trace of some links. */
    private static Network run(Path file, long seed, Pacing pacing, List<String> links)
            throws IOException, ProgramException {
        LineSpec line = new LineSpec(1_000_000_000, DELAY_NS, 100);
        FlowTemplate flow = new FlowTemplate(PACKET_BYTES, 0, ArrivalProcess.POISSON, 50_000_000);
        NetworkSpec spec =
                Workloads.permutation(LeafSpine.create(2, 2, 2, line, line, seed), flow, 2);
        Network network = new Network(spec, new Engine(pacing));
        StaticRoutes.install(network);
        try (PacketTrace trace = PacketTrace.start(file, network, links)) {
            network.start();
            network.engine().runUntil(END_NS);
        }
        return network;
    }

    private static List<Packet> read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<String> interfaces = new ArrayList<>();
        List<Packet> packets = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int start = bytes.position();
            int type = bytes.getInt();
            int length = bytes.getInt();
            assertThat(length % 4).isZero();
            assertThat(bytes.getInt(start + length - 4)).isEqualTo(length);
            if (start == 0) {
                assertThat(type).isEqualTo(0x0a0d0d0a);
                assertThat(bytes.getInt()).isEqualTo(0x1a2b3c4d);
                assertThat(bytes.getInt()).isEqualTo(1);
            } else if (type == 1) {
                assertThat(bytes.getShort()).as("LINKTYPE_ETHERNET").isEqualTo((short) 1);
                bytes.position(start + 16);
                String name = null;
                int resolution = 6;
                for (int code = bytes.getShort(); code != 0; code = bytes.getShort()) {
                    byte[] value = new byte[bytes.getShort()];
                    bytes.get(value);
                    bytes.position((bytes.position() + 3) & ~3);
                    if (code == 2) {
                        name = new String(value, StandardCharsets.UTF_8);
                    } else if (code == 9) {
                        resolution = value[0];
                    }
                }
                assertThat(resolution).isEqualTo(9);
                interfaces.add(name);
            } else {
                assertThat(type).isEqualTo(6);
                String name = interfaces.get(bytes.getInt());
                long timeNs = (long) bytes.getInt() << 32 | bytes.getInt() & 0xffff_ffffL;
                byte[] frame = new byte[bytes.getInt()];
                assertThat(bytes.getInt()).as("original length").isEqualTo(frame.length);
                bytes.get(frame);
                packets.add(new Packet(name, timeNs, frame));
            }
            bytes.position(start + length);
        }
        return packets;
    }
}
