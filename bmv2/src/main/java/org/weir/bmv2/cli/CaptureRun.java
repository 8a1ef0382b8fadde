// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.LocalClient;
import org.weir.bmv2.pcap.CaptureMerge;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.FrameSink;

/**
 * Runs capture files through a switch as fast as it can. The switch's time is that of the files,
 * from 0 at the earliest frame; each frame comes in at its time, and what goes out is written with
 * the time at which it left, counted as in the files that came in.
 */
final class CaptureRun {

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device;
    private final Captures captures;
    private long originNs;
    private long cutFrames;

    /**
     * A switch with its ports, without a program.
     *
     * @param captures is closed by who made it
     */
    CaptureRun(
            SwitchConfig config,
            SortedMap<Integer, PortOptions.Planned> ports,
            long bufferBytes,
            Captures captures) {
        this.captures = captures;
        device = new Switch(config, timeline);
        device.traffic().setBufferBytes(bufferBytes);
        ports.forEach((number, port) -> device.attachPort(number, port.config(), sink(number)));
    }

    private FrameSink sink(int port) {
        CaptureWriter writer = captures.writer(port);
        if (writer == null) {
            return (buffer, offset, length) -> {};
        }
        return (buffer, offset, length) -> {
            try {
                writer.write(originNs + timeline.nowNs(), buffer, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        new IOException(captures.text(port) + ": " + e.getMessage(), e));
            }
        };
    }

    /**
     * Loads what the switch starts with.
     *
     * @throws ProgramException naming file and rule
     */
    void load(StartupFiles files, long deviceId) throws ProgramException {
        files.apply(LocalClient.without(device, timeline, deviceId));
    }

    /**
     * Runs all files to their ends, and then until no packet is left.
     *
     * @param lingerNs time after the last frame came in that packets may take at most
     * @throws IOException if a file is damaged or cannot be written
     */
    RunSummary run(long lingerNs) throws IOException {
        long startNs = System.nanoTime();
        try (CaptureMerge frames = new CaptureMerge(captures.readers())) {
            originNs = frames.startNs();
            while (frames.next()) {
                CaptureReader frame = frames.frame();
                if (frame.length() < frame.originalLength()) {
                    cutFrames++;
                }
                // A file whose times go back keeps its order.
                timeline.runUntil(Math.max(timeline.nowNs(), frame.timeNs() - originNs));
                device.receive(frames.port(), frame.buffer(), frame.offset(), frame.length());
            }
            timeline.runUntilIdle(timeline.nowNs() + lingerNs);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return RunSummary.of(device, Map.of(), System.nanoTime() - startNs, timeline.nowNs());
    }

    /** Frames that came in shorter than they were on the wire. */
    long cutFrames() {
        return cutFrames;
    }
}
