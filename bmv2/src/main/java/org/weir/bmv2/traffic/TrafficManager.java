// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.BufferStatus;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.PortTrafficStatus;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.time.Timeline;

/** The queues of a switch's ports, the buffer that they share, and what the control plane sets. */
public final class TrafficManager implements TrafficControl {

    private final String switchName;
    private final Timeline timeline;
    private final IntFunction<OutputPort> ports;
    private final int maxPort;
    private final SharedBuffer buffer;
    private final IntConsumer rateChanged;
    private long totalBytes = QueueConfig.UNLIMITED;

    /**
     * A traffic manager without limit of its buffer.
     *
     * @param switchName for messages
     * @param ports the switch's ports by number, null where there is none
     * @param maxPort highest number of a port
     * @param rateChanged is given the number of a port that has another rate in bit/s now
     */
    public TrafficManager(
            String switchName,
            Timeline timeline,
            IntFunction<OutputPort> ports,
            int maxPort,
            IntConsumer rateChanged) {
        this.switchName = switchName;
        this.timeline = timeline;
        this.ports = ports;
        this.maxPort = maxPort;
        this.buffer = new SharedBuffer(maxPort);
        this.rateChanged = rateChanged;
    }

    /**
     * A port that takes the place of the one with its number, whose packets are dropped.
     *
     * @throws ControlException when the buffer is too small for what it sets aside
     */
    public OutputPort newPort(int number, PortConfig config, EgressStage egress, FrameSink sink) {
        long setAsideBytes = setAside(number, config.traffic());
        if (ports.apply(number) != null) {
            ports.apply(number).retire();
        }
        buffer.setSize(totalBytes, setAsideBytes);
        return new OutputPort(number, config, timeline, egress, sink, buffer);
    }

    /**
     * Makes a port that stands for one that does not exist: its packets go through egress at once,
     * and need no room in the buffer.
     */
    public OutputPort newAbsentPort(int number, EgressStage egress, FrameSink sink) {
        PortConfig config =
                new PortConfig(
                        switchName + "-absent" + number,
                        PortConfig.UNLIMITED,
                        QueueConfig.MAX_CAPACITY_PACKETS);
        return new OutputPort(number, config, timeline, egress, sink, new SharedBuffer(maxPort));
    }

    /** Drops the packets of a port that is no more. */
    public void remove(OutputPort port) {
        port.retire();
        if (buffer.account(port.number()) != null) {
            buffer.account(port.number()).close();
        }
        buffer.setSize(totalBytes, setAsideBytes(port.number(), 0));
    }

    /** Bytes set aside by all ports when one of them has other settings; refuses too many. */
    private long setAside(int port, PortTraffic traffic) {
        long bytes = setAsideBytes(port, traffic.setAsideBytes());
        if (bytes > totalBytes) {
            throw refused(
                    ("port %d: reservedBytes, xoffBytes and headroomBytes of all ports must be at"
                                    + " most the buffer's %d bytes together, not %d")
                            .formatted(port, totalBytes, bytes));
        }
        return bytes;
    }

    private long setAsideBytes(int changedPort, long changedBytes) {
        long bytes = changedBytes;
        for (int i = 0; i <= maxPort; i++) {
            OutputPort other = ports.apply(i);
            if (other != null && i != changedPort) {
                long more = other.traffic().setAsideBytes();
                bytes = bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
            }
        }
        return bytes;
    }

    private OutputPort port(int number) {
        OutputPort port = ports.apply(number);
        if (port == null) {
            throw new ControlException(
                    ControlException.Reason.NOT_FOUND,
                    "switch " + switchName + ": has no port " + number);
        }
        return port;
    }

    private ControlException refused(String message) {
        return new ControlException(
                ControlException.Reason.INVALID, "switch " + switchName + ": " + message);
    }

    @Override
    public PortTraffic portTraffic(int port) {
        return port(port).traffic();
    }

    @Override
    public void setPortTraffic(int port, PortTraffic traffic) {
        OutputPort changed = port(port);
        buffer.setSize(totalBytes, setAside(port, traffic));
        long beforeBps = changed.traffic().rateBps();
        changed.configure(traffic);
        if (traffic.rateBps() != beforeBps) {
            rateChanged.accept(port);
        }
    }

    @Override
    public PortTrafficStatus portTrafficStatus(int port) {
        return port(port).trafficStatus();
    }

    @Override
    public void clearMaxDepths(int port) {
        port(port).clearMaxDepths();
    }

    @Override
    public BufferStatus buffer() {
        return buffer.status();
    }

    @Override
    public void setBufferBytes(long newTotalBytes) {
        long setAsideBytes = setAsideBytes(-1, 0);
        if (newTotalBytes < 1 || newTotalBytes < setAsideBytes) {
            throw refused(
                    "bufferBytes must be at least %d, what ports have set aside, not %d"
                            .formatted(Math.max(1, setAsideBytes), newTotalBytes));
        }
        totalBytes = newTotalBytes;
        buffer.setSize(totalBytes, setAsideBytes);
    }

    @Override
    public void sendPause(int port, int priority, int quanta) {
        OutputPort sender = port(port);
        if (priority < 0 || priority > QueueConfig.MAX_LEVEL) {
            throw refused(
                    "port %d: priority must be 0 to %d, not %d"
                            .formatted(port, QueueConfig.MAX_LEVEL, priority));
        }
        if (quanta < 0 || quanta > PfcConfig.MAX_QUANTA) {
            throw refused(
                    "port %d: quanta must be 0 to %d, not %d"
                            .formatted(port, PfcConfig.MAX_QUANTA, quanta));
        }
        if (!sender.isUp()) {
            throw refused("port " + port + ": must be up to send a pause");
        }
        sender.sendPause(priority, quanta);
    }
}
