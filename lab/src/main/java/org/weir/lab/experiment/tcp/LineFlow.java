// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Endpoint;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.host.transport.tcp.send.SenderCounts;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;

/**
 * An endless TCP flow over a line with a delay and without a queue. A rule alone says which of its
 * segments the line loses or marks.
 */
final class LineFlow {
    private static final long ENDLESS = Long.MAX_VALUE / 4;
    private static final int LONGEST_ACK_BYTES = 200;
    private static final int ECN_AT = 15;
    private static final int CHECKSUM_AT = 24;
    private static final int CE = 3;
    private static final IpAddress RECEIVER = IpAddress.parse("10.0.0.2");

    private final Engine engine = new Engine(Pacing.FREE);
    private final long rttNs;
    private final SegmentRule rule;
    private final boolean isMark;
    private final ToDoubleFunction<CongestionControl> estimate;
    private final int segmentBytes;
    private Sender sender;
    private long hits;
    private double estimates;

    /**
     * Flow.
     *
     * @param config of the connection; with ECN, segments that meet the rule are marked, otherwise
     *     lost
     * @param estimate quantity of congestion control of which to take the mean over segments
     */
    LineFlow(
            TcpConfig config,
            SegmentRule rule,
            long rttNs,
            ToDoubleFunction<CongestionControl> estimate) {
        this.rttNs = rttNs;
        this.rule = rule;
        this.estimate = estimate;
        isMark = config.ecn();
        TcpTransport transport =
                new TcpTransport(config, Map.of(), (message, observed) -> sender = observed);
        segmentBytes = transport.payloadBytes();
        End client = new End(1);
        End server = new End(2);
        client.connect(transport, server);
        server.connect(transport, client);
        client.endpoint.send(new Message(0, RECEIVER, 0, ENDLESS));
    }

    /**
     * Means of a run.
     *
     * @param delivered segments acknowledged per round trip
     * @param sent segments sent per round trip, with those sent again
     * @param hits fraction of segments lost or marked
     * @param events recoveries, timeouts and reductions for marks, per segment sent
     * @param timeouts expiries of the retransmission timer, per segment sent
     * @param estimate mean of the estimate
     * @param growth of the window, segments per round trip
     */
    record Means(
            double delivered,
            double sent,
            double hits,
            double events,
            double timeouts,
            double estimate,
            double growth) {}

    private record Totals(
            double ns,
            double bytes,
            double sent,
            double hits,
            double events,
            double timeouts,
            double estimates,
            double windowBytes) {}

    /** Runs until that many segments more were sent. */
    Means run(long segments) {
        Totals before = totals();
        runTo(sender.counts().segments() + segments);
        Totals after = totals();
        double rounds = (after.ns - before.ns) / rttNs;
        double sent = after.sent - before.sent;
        return new Means(
                (after.bytes - before.bytes) / segmentBytes / rounds,
                sent / rounds,
                (after.hits - before.hits) / sent,
                (after.events - before.events) / sent,
                (after.timeouts - before.timeouts) / sent,
                (after.estimates - before.estimates) / sent,
                (after.windowBytes - before.windowBytes) / segmentBytes / rounds);
    }

    /** Runs until that many segments in all were sent. */
    void runTo(long segments) {
        while (sender == null || sender.counts().segments() < segments) {
            engine.runUntil(engine.nowNs() + rttNs);
        }
    }

    /** Sets the congestion window. */
    void setWindowSegments(double segments) {
        sender.control().setWindowBytes(segments * segmentBytes);
    }

    private Totals totals() {
        SenderCounts counts = sender.counts();
        return new Totals(
                engine.nowNs(),
                sender.unacknowledged(),
                counts.segments(),
                hits,
                counts.recoveries() + counts.timeouts() + counts.markReductions(),
                counts.timeouts(),
                estimates,
                sender.control().windowBytes());
    }

    /** Takes a frame of the sender; true if it arrives. */
    private boolean passes(byte[] frame) {
        if (frame.length <= LONGEST_ACK_BYTES) {
            return true;
        }
        if (sender != null) {
            estimates += estimate.applyAsDouble(sender.control());
        }
        long inFlight = sender == null ? 0 : sender.inFlightBytes() / segmentBytes;
        if (!rule.meets(engine.nowNs(), inFlight)) {
            return true;
        }
        hits++;
        if (isMark && (frame[ECN_AT] & CE) != 0) {
            mark(frame);
        }
        return isMark;
    }

    /** Sets CE, and the header checksum by RFC 1624. */
    private static void mark(byte[] frame) {
        int added = CE - (frame[ECN_AT] & CE);
        frame[ECN_AT] |= CE;
        int checksum = (frame[CHECKSUM_AT] & 0xff) << 8 | frame[CHECKSUM_AT + 1] & 0xff;
        int sum = (~checksum & 0xffff) + added;
        int changed = ~((sum & 0xffff) + (sum >> 16));
        frame[CHECKSUM_AT] = (byte) (changed >> 8);
        frame[CHECKSUM_AT + 1] = (byte) changed;
    }

    /** One end of the line, without a queue of its own. */
    private final class End implements HostPort {
        private final HostConfig config;
        private Endpoint endpoint;
        private End peer;

        End(int number) {
            config =
                    new HostConfig(
                            "h" + number,
                            new MacAddress(number),
                            IpAddress.parse("10.0.0." + number),
                            Optional.empty(),
                            1,
                            1,
                            0);
        }

        void connect(TcpTransport transport, End other) {
            peer = other;
            endpoint = transport.start(this);
        }

        @Override
        public Engine engine() {
            return engine;
        }

        @Override
        public HostConfig config() {
            return config;
        }

        @Override
        public long seed() {
            return config.ipv4().hashCode();
        }

        @Override
        public boolean send(byte[] frame) {
            if (passes(frame)) {
                engine.scheduleAfter(rttNs / 2, () -> peer.endpoint.receive(frame));
            }
            return true;
        }

        @Override
        public byte[] frameLike(byte[] model) {
            return model.clone();
        }

        @Override
        public int heldFrames() {
            return 0;
        }

        @Override
        public void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
            whenKnown.accept(new MacAddress(ip.equals(RECEIVER) ? 2 : 1));
        }

        @Override
        public void onData(int messageId, long number, UdpPacket packet) {}

        @Override
        public void onDelivered(int messageId) {}

        @Override
        public MessageLog log() {
            return MessageLog.NONE;
        }
    }
}
