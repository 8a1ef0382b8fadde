// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.ports.CapturePort;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.LivePorts;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.PortLinkListener;
import org.weir.bmv2.ports.TapPort;
import org.weir.bmv2.time.RealTimeline;

/** A switch that runs by the wall clock until it is closed. */
final class LiveRun implements AutoCloseable {

    private final RealTimeline timeline = new RealTimeline("switch");
    private final Switch device;
    private final LivePorts live;
    private long startNs;

    /**
     * A switch with its ports, which do not receive yet.
     *
     * @param captures of the ports that are files; closed with this
     * @throws IOException if an interface cannot be had; names port and rule
     */
    LiveRun(
            SwitchConfig config,
            SortedMap<Integer, PortOptions.Planned> ports,
            long bufferBytes,
            Captures captures)
            throws IOException {
        device = new Switch(config, timeline);
        live = new LivePorts(device, timeline);
        SortedMap<Integer, HostPort> hosts = new TreeMap<>();
        try {
            long originNs = firstFrameNs(captures);
            for (PortOptions.Planned port : ports.values()) {
                if (port.binding() != null) {
                    hosts.put(port.binding().number(), open(port.binding(), captures, originNs));
                }
            }
            call(
                    () -> {
                        device.traffic().setBufferBytes(bufferBytes);
                        ports.forEach((number, port) -> attach(number, port, hosts.get(number)));
                    });
        } catch (IOException | RuntimeException e) {
            hosts.values().forEach(HostPort::close);
            captures.close();
            timeline.close();
            throw e;
        }
    }

    private void attach(int number, PortOptions.Planned port, HostPort host) {
        if (host == null) {
            device.attachPort(number, port.config(), (buffer, offset, length) -> {});
        } else {
            live.attach(number, port.config(), host);
        }
    }

    /** Goes to the first frame of each file; the time of the earliest, 0 when there is none. */
    private static long firstFrameNs(Captures captures) throws IOException {
        long earliestNs = Long.MAX_VALUE;
        for (var entry : captures.readers().entrySet()) {
            CaptureReader reader = entry.getValue();
            try {
                if (reader.next()) {
                    earliestNs = Math.min(earliestNs, reader.timeNs());
                }
            } catch (IOException e) {
                throw new IOException(captures.text(entry.getKey()) + ": " + e.getMessage(), e);
            }
        }
        return earliestNs == Long.MAX_VALUE ? 0 : earliestNs;
    }

    private HostPort open(PortBinding port, Captures captures, long originNs) throws IOException {
        try {
            return switch (port.kind()) {
                case TAP -> TapPort.open(port.device());
                case VETH -> PacketSocketPort.open(port.device());
                case PCAP ->
                        new CapturePort(
                                "port" + port.number(),
                                captures.reader(port.number()),
                                originNs,
                                captures.writer(port.number()),
                                timeline::nowNs);
            };
        } catch (IOException e) {
            throw new IOException(
                    "--port %d=%s: %s".formatted(port.number(), port.text(), e.getMessage()), e);
        }
    }

    private void call(Runnable task) {
        try {
            timeline.call(
                            () -> {
                                task.run();
                                return null;
                            })
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ControlException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    Switch device() {
        return device;
    }

    RealTimeline timeline() {
        return timeline;
    }

    /**
     * Starts to receive.
     *
     * @param links receives changes of the ports' links, on the timeline's thread
     */
    void start(PortLinkListener links) {
        startNs = System.nanoTime();
        call(() -> live.start(links));
    }

    /** Ends receiving, closes all interfaces, and returns the switch's counts. */
    RunSummary stop() {
        live.close();
        long elapsedNs = System.nanoTime() - startNs;
        return timeline.call(() -> RunSummary.of(device, live.counters(), elapsedNs, elapsedNs))
                .join();
    }

    @Override
    public void close() {
        live.close();
        timeline.close();
    }
}
