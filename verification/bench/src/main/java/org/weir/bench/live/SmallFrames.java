// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.wire.packet.InternetChecksum;

/**
 * Sender of frames of 64 bytes, frame check sequence included, from host 1 to host 2: UDP in many
 * flows, one packet of each in turn, so that no two follow each other of which a switch could make
 * one. The receiver's kernel counts them and drops them.
 */
final class SmallFrames {
    private static final int FRAME_BYTES = 60;
    private static final int FLOWS = 64;
    private static final int BATCH = 64;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4_BYTES = 20;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SETTLE_MS = 500;

    /** Address that the receiver does not have, in a network that it has no route to. */
    private static final int NOBODY = 0xc6120002;

    private SmallFrames() {}

    /**
     * Frames of a time.
     *
     * @param sentPps frames/s that the sender's kernel took
     * @param receivedPps frames/s that reached the receiver's interface
     * @param cpuSeconds processor time of the switch
     * @param received frames
     */
    record Result(double sentPps, double receivedPps, double cpuSeconds, long received) {}

    /**
     * Sends for a time.
     *
     * @param offeredPps frames/s, or 0 for as many as the sender can
     */
    static Result run(LiveBed bed, LiveSwitch device, double seconds, double offeredPps)
            throws IOException, InterruptedException {
        HostPort port =
                NetworkNamespace.call(
                        bed.hostNamespace(1), () -> PacketSocketPort.open(LiveBed.INTERFACE));
        try (port) {
            byte[][] frames = new byte[FLOWS][];
            for (int i = 0; i < FLOWS; i++) {
                frames[i] = frame(i);
            }
            long receivedBefore = bed.received(2);
            double cpuBefore = device.cpuSeconds();
            long startNs = System.nanoTime();
            long endNs = startNs + Math.round(seconds * NS_PER_SECOND);
            long gapNs = offeredPps > 0 ? Math.round(BATCH * NS_PER_SECOND / offeredPps) : 0;
            long dueNs = startNs;
            for (long nowNs = startNs; nowNs < endNs; nowNs = System.nanoTime()) {
                if (gapNs > 0 && nowNs < dueNs) {
                    TimeUnit.NANOSECONDS.sleep(dueNs - nowNs);
                }
                dueNs += gapNs;
                for (int i = 0; i < BATCH; i++) {
                    port.add(frames[i], 0, FRAME_BYTES);
                }
                port.flush();
            }
            double elapsed = (System.nanoTime() - startNs) / (double) NS_PER_SECOND;
            double cpu = device.cpuSeconds() - cpuBefore;
            long received = bed.received(2) - receivedBefore;
            double sentPps = port.counters().txPackets() / elapsed;
            // Frames of this run that still wait would count in the next.
            TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
            return new Result(sentPps, received / elapsed, cpu, received);
        }
    }

    private static byte[] frame(int flow) {
        byte[] frame = new byte[FRAME_BYTES];
        ByteBuffer out = ByteBuffer.wrap(frame);
        out.putLong(0, 0x0200_0000_0002_0200L).putInt(8, 1).putShort(12, (short) 0x0800);
        int ip = ETHERNET_BYTES;
        out.putShort(ip, (short) 0x4500).putShort(ip + 2, (short) (FRAME_BYTES - ip));
        out.putShort(ip + 8, (short) 0x4011);
        out.putInt(ip + 12, 0xc0000201).putInt(ip + 16, NOBODY);
        out.putShort(ip + 10, (short) InternetChecksum.of(frame, ip, IPV4_BYTES));
        int udp = ip + IPV4_BYTES;
        out.putShort(udp, (short) (1024 + flow)).putShort(udp + 2, (short) 9);
        // No checksum, as IPv4 allows.
        out.putShort(udp + 4, (short) (FRAME_BYTES - udp));
        return frame;
    }
}
