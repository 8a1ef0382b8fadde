// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/** Runs capture files through a switch of ours on one thread, from files into files. */
final class OurRuns {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int QUEUE_PACKETS = 1024;
    private static final int ARRAY_HEADER_BYTES = 16;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("ours"), timeline);
    private final List<Integer> ports;
    private final Path folder;
    private final List<CaptureWriter> writers = new ArrayList<>();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long framesOut;
    private long packetInBytes;
    private long originNs;

    OurRuns(Traffic traffic, Path folder) throws ProgramException, IOException {
        ports = traffic.ports();
        this.folder = folder;
        for (int i = 0; i < ports.size(); i++) {
            int index = i;
            device.attachPort(
                    ports.get(i),
                    new PortConfig("port" + ports.get(i), PortConfig.UNLIMITED, QUEUE_PACKETS),
                    (buffer, offset, length) -> send(index, buffer, offset, length));
        }
        device.onPacketIn(frame -> packetInBytes += arrayBytes(frame.length));
        traffic.load(device, timeline);
    }

    private void send(int index, byte[] buffer, int offset, int length) {
        framesOut++;
        try {
            writers.get(index).write(timeline.nowNs(), buffer, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Memory of an array in the virtual machine, bytes: a header, and whole words of 8 bytes. */
    private static long arrayBytes(int length) {
        return (ARRAY_HEADER_BYTES + length + 7L) / 8 * 8;
    }

    /** The switch. */
    Switch device() {
        return device;
    }

    /** Runs all packets once more; time goes on from the run before. */
    Run run() throws IOException {
        List<CaptureReader> readers = new ArrayList<>();
        boolean[] hasNext = new boolean[ports.size()];
        for (int i = 0; i < ports.size(); i++) {
            readers.add(CaptureReader.open(folder.resolve("p" + ports.get(i) + "_in.pcap")));
            hasNext[i] = readers.get(i).next();
            writers.add(
                    CaptureWriter.create(
                            folder.resolve("ours" + ports.get(i) + ".pcap"),
                            CaptureFormat.PCAP_MICROS,
                            "port"));
        }
        originNs = timeline.nowNs();
        framesOut = 0;
        packetInBytes = 0;
        long packets = 0;
        long bytesBefore = threads.getCurrentThreadAllocatedBytes();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long started = System.nanoTime();
        for (int next = earliest(readers, hasNext); next >= 0; next = earliest(readers, hasNext)) {
            CaptureReader reader = readers.get(next);
            timeline.runUntil(originNs + reader.timeNs());
            device.receive(ports.get(next), reader.buffer(), reader.offset(), reader.length());
            packets++;
            hasNext[next] = reader.next();
        }
        timeline.runUntilIdle(timeline.nowNs() + (long) NANOS_PER_SECOND);
        for (CaptureWriter writer : writers) {
            writer.flush();
        }
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        double cpuSeconds = (threads.getCurrentThreadCpuTime() - cpuBefore) / NANOS_PER_SECOND;
        long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        for (CaptureReader reader : readers) {
            reader.close();
        }
        for (CaptureWriter writer : writers) {
            writer.close();
        }
        writers.clear();
        return new Run(packets, framesOut, seconds, cpuSeconds, bytes, packetInBytes);
    }

    private static int earliest(List<CaptureReader> readers, boolean[] hasNext) {
        int earliest = -1;
        for (int i = 0; i < hasNext.length; i++) {
            if (hasNext[i]
                    && (earliest < 0 || readers.get(i).timeNs() < readers.get(earliest).timeNs())) {
                earliest = i;
            }
        }
        return earliest;
    }
}
