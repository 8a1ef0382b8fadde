// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A switch of ours that takes one packet after the other, each done with within one microsecond of
 * its clock, so that all time stamps of a packet are those of the moment it came.
 *
 * <p>Like stock BMv2 it runs egress for packets to any port; frames of ports that nobody looks at
 * go nowhere.
 */
public final class OurSwitch {

    private static final int LAST_PORT = 510;
    private static final int QUEUE_PACKETS = 1024;
    private static final long RECIRCULATION_NS = 1;
    private static final long NANOS_PER_MICRO = 1000;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device =
            new Switch(
                    new SwitchConfig("ours", SwitchConfig.DEFAULT_CPU_PORT, RECIRCULATION_NS, 1),
                    timeline);
    private final List<OutputFrame> sent = new ArrayList<>();
    private long sentElsewhere;

    /** A switch that runs a program. */
    public OurSwitch(byte[] program, List<Integer> watchedPorts) throws ProgramException {
        Set<Integer> watched = new HashSet<>(watchedPorts);
        for (int i = 0; i <= LAST_PORT; i++) {
            int port = i;
            if (port == device.cpuPort()) {
                device.onPacketIn(
                        frame -> {
                            if (watched.contains(port)) {
                                sent.add(new OutputFrame(port, frame));
                            }
                        });
                continue;
            }
            boolean isWatched = watched.contains(port);
            device.attachPort(
                    port,
                    new PortConfig("port" + port, PortConfig.UNLIMITED, QUEUE_PACKETS),
                    (buffer, offset, length) -> {
                        if (isWatched) {
                            sent.add(
                                    new OutputFrame(
                                            port,
                                            Arrays.copyOfRange(buffer, offset, offset + length)));
                        } else {
                            sentElsewhere++;
                        }
                    });
        }
        device.loadProgram(program);
    }

    /** The switch. */
    public Switch device() {
        return device;
    }

    /** Frames sent by ports that are not compared. */
    public long sentElsewhere() {
        return sentElsewhere;
    }

    /**
     * Runs a packet through.
     *
     * @param timeMicros time at which it arrives, later than the one before, µs
     * @return frames sent because of it
     * @throws IllegalStateException when it goes round without end
     */
    public List<OutputFrame> run(long timeMicros, int port, byte[] frame) {
        sent.clear();
        timeline.runUntil(timeMicros * NANOS_PER_MICRO);
        if (port == device.cpuPort()) {
            device.packetOut(frame);
        } else {
            device.receive(port, frame);
        }
        if (!timeline.runUntilIdle((timeMicros + 1) * NANOS_PER_MICRO - 1)) {
            throw new IllegalStateException(
                    "a packet is not done with after a microsecond, as if it went round without end");
        }
        return sent;
    }
}
