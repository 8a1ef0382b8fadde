// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.weir.bmv2.Switch;
import org.weir.bmv2.time.RealTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * Connects ports of a switch that runs by the wall clock with interfaces of this machine.
 *
 * <p>Each interface's reader puts its frames into a ring, from which the timeline's thread takes
 * them; frames that the switch sends are handed to Linux in batches. Nothing on the way takes a
 * lock that another thread may hold or makes an object per frame. If frames arrive faster than the
 * switch handles them, the rings fill and the readers wait. Then the buffers of Linux fill, and
 * Linux drops and counts the frames that do not fit ({@link HostPortCounters#rxDropped}). So an
 * overload costs the switch no time.
 */
public final class LivePorts implements AutoCloseable {

    /** Frames that wait between a reader and the switch, in bytes. */
    private static final int RING_BYTES = 1 << 18;

    /** Frames taken from a port before the next port and the timeline's tasks have their turn. */
    private static final int FRAMES_PER_TURN = 64;

    private static final long FULL_WAIT_NS = 20_000;

    private final Switch device;
    private final RealTimeline timeline;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    /** One port and its interface. */
    private final class Connection implements FrameListener {

        private final int number;
        private final HostPort host;
        private final FrameRing ring = new FrameRing(RING_BYTES);
        private final FrameListener toSwitch = this::toSwitch;
        private boolean unsent;
        private boolean up;

        Connection(int number, HostPort host) {
            this.number = number;
            this.host = host;
        }

        @Override
        public void frame(byte[] buffer, int offset, int length) {
            while (!ring.offer(buffer, offset, length)) {
                timeline.wake();
                if (closing) {
                    return;
                }
                LockSupport.parkNanos(FULL_WAIT_NS);
            }
        }

        @Override
        public void endOfBatch() {
            timeline.wake();
        }

        private void toSwitch(byte[] buffer, int offset, int length) {
            device.receive(number, buffer, offset, length);
        }

        void send(byte[] buffer, int offset, int length) {
            host.add(buffer, offset, length);
            unsent = true;
        }

        void flush() {
            if (unsent) {
                unsent = false;
                host.flush();
            }
        }
    }

    /** No ports yet. */
    public LivePorts(Switch device, RealTimeline timeline) {
        this.device = device;
        this.timeline = timeline;
    }

    /**
     * Adds a port to the switch that sends to an interface; nothing is received before {@link
     * #start}. To be called on the timeline's thread.
     *
     * @param number of the port
     * @param config its rate and queues
     * @param host the interface, which is closed with this
     */
    public void attach(int number, PortConfig config, HostPort host) {
        Connection connection = new Connection(number, host);
        connections.add(connection);
        device.attachPort(number, config, connection::send);
        connection.up = host.isUp();
        device.setPortUp(number, connection.up);
    }

    /**
     * Starts to receive. To be called once, after the last port, on the timeline's thread.
     *
     * @param links receives each change of a port's link, on the timeline's thread
     */
    public void start(PortLinkListener links) {
        timeline.addSource(this::run);
        for (Connection connection : connections) {
            connection.host.start(
                    connection, up -> timeline.submit(() -> link(connection, up, links)));
        }
    }

    private void link(Connection connection, boolean up, PortLinkListener links) {
        if (up != connection.up) {
            connection.up = up;
            device.setPortUp(connection.number, up);
            links.link(connection.number, connection.host.name(), up);
        }
    }

    private boolean run() {
        boolean any = false;
        for (int i = 0; i < connections.size(); i++) {
            Connection connection = connections.get(i);
            any |= connection.ring.drain(connection.toSwitch, FRAMES_PER_TURN) > 0;
        }
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).flush();
        }
        return any;
    }

    /** Counters of the interfaces, by the ports' numbers. May be called on any thread. */
    public Map<Integer, HostPortCounters> counters() {
        Map<Integer, HostPortCounters> counters = new LinkedHashMap<>();
        for (Connection connection : connections) {
            counters.put(connection.number, connection.host.counters());
        }
        return counters;
    }

    /** Ends receiving and gives all interfaces back. Not to be called on the timeline's thread. */
    @Override
    public void close() {
        closing = true;
        connections.forEach(connection -> connection.host.close());
    }
}
