// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.function.Consumer;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.InitialWindow;
import org.weir.lab.host.transport.tcp.send.SenderConfig;

/**
 * Settings of TCP connections.
 *
 * @param algorithm congestion control
 * @param ecn whether connections ask for ECN (RFC 3168); the answering side follows
 * @param accEcn whether they ask for AccECN's feedback (RFC 9768); needs ECN
 * @param paced whether senders space segments over the round trip
 * @param segmentOffload whether hosts send bursts, as with segmentation offload (TSO, GSO)
 * @param hyStart whether slow start ends early by HyStart++ (RFC 9406)
 * @param frameBytes length of a full segment's Ethernet frame, without frame check sequence
 * @param initialSegments initial window, segments (RFC 6928: 10)
 * @param bufferBytes receive buffer: bytes that a receiver takes beyond the first missing one
 * @param segmentsPerAck segments that one acknowledgement covers, unless one is due at once; 1
 *     delays none (RFC 5681: at most 2)
 * @param quickAcks acknowledgements at a connection's begin that cover one segment each (Linux: up
 *     to 16; 0 for none)
 * @param ackDelayNs time for which an acknowledgement is delayed at most, ns (RFC 1122: 500 ms)
 * @param leastTimeoutNs lower bound of the retransmission timeout's margin above the smoothed round
 *     trip, ns (Linux: 200 ms; RFC 6298: 1 s for the whole)
 * @param mostTimeoutNs upper bound of the retransmission timeout, ns (RFC 6298: at least 60 s)
 * @param timeWaitNs time for which the side that closes first answers retransmitted FINs, ns
 * @param ecnOnEveryPacket whether SYN, SYN-ACK, retransmissions and acknowledgements are
 *     ECN-capable too, as ECN++ (draft-ietf-tcpm-generalized-ecn) proposes; not in RFC 3168. A mark
 *     of a SYN or of an acknowledgement prompts nothing
 * @param rackTlp whether senders detect losses by RACK-TLP (RFC 8985); otherwise by three segments
 *     that were delivered behind a missing one (RFC 6675), and without tail loss probes
 * @param markDelayAcks acknowledgements by which senders take marks later than they are reported, 0
 *     but in experiments
 */
public record TcpConfig(
        CongestionControlProvider algorithm,
        boolean ecn,
        boolean accEcn,
        boolean paced,
        boolean segmentOffload,
        boolean hyStart,
        int frameBytes,
        int initialSegments,
        long bufferBytes,
        int segmentsPerAck,
        int quickAcks,
        long ackDelayNs,
        long leastTimeoutNs,
        long mostTimeoutNs,
        long timeWaitNs,
        boolean ecnOnEveryPacket,
        boolean rackTlp,
        int markDelayAcks) {
    /** Largest window that a header can carry with its scale, bytes (RFC 7323). */
    public static final long MAX_BUFFER_BYTES = 1L << 30;

    /**
     * Acknowledgements that cover one segment each at the begin of Linux's connections, at most.
     */
    public static final int LINUX_QUICK_ACKS = 16;

    private static final int ETHERNET_FRAME_BYTES = 1514;
    private static final int INITIAL_SEGMENTS = 10;
    private static final int SEGMENTS_PER_ACK = 2;
    private static final long BUFFER_BYTES = 64L << 20;
    private static final long MS = 1_000_000L;

    /** Checks the numbers. */
    public TcpConfig {
        if (bufferBytes < frameBytes || bufferBytes > MAX_BUFFER_BYTES) {
            throw new IllegalArgumentException(
                    "bufferBytes must be " + frameBytes + " to " + MAX_BUFFER_BYTES);
        }
        if (accEcn && !ecn) {
            throw new IllegalArgumentException("acc-ecn needs ECN");
        }
        ecnOnEveryPacket &= ecn;
        if (initialSegments < 1) {
            throw new IllegalArgumentException("initialSegments must be above 0");
        }
        if (markDelayAcks < 0) {
            throw new IllegalArgumentException("markDelayAcks must be at least 0");
        }
        if (leastTimeoutNs <= ackDelayNs) {
            throw new IllegalArgumentException("leastTimeoutNs must be above ackDelayNs");
        }
    }

    /**
     * Settings as of Linux: ECN on but with BBR, no pace but with Prague and BBR, initial window
     * 10, acknowledgements delayed by 40 ms, timeouts from 200 ms on; frames of 1514 bytes.
     */
    public static TcpConfig of(CongestionControlProvider algorithm) {
        return new TcpConfig(
                algorithm,
                algorithm.usesEcn(),
                false,
                algorithm.isPaced(),
                false,
                false,
                ETHERNET_FRAME_BYTES,
                INITIAL_SEGMENTS,
                BUFFER_BYTES,
                SEGMENTS_PER_ACK,
                0,
                40 * MS,
                200 * MS,
                60_000 * MS,
                1000 * MS,
                false,
                true,
                0);
    }

    /** The same with frames of another length. */
    public TcpConfig withFrameBytes(int bytes) {
        return with(fields -> fields.frameBytes = bytes);
    }

    /** The same with or without ECN, pace and HyStart++. */
    public TcpConfig with(boolean withEcn, boolean withPace, boolean withHyStart) {
        return with(
                fields -> {
                    fields.ecn = withEcn;
                    fields.accEcn = accEcn && withEcn;
                    fields.paced = withPace;
                    fields.hyStart = withHyStart;
                });
    }

    /** The same with or without AccECN's feedback. */
    public TcpConfig withAccEcn(boolean withAccEcn) {
        return with(fields -> fields.accEcn = withAccEcn);
    }

    /** The same with other times, ns. */
    public TcpConfig withTimes(long ackDelay, long leastTimeout) {
        return with(
                fields -> {
                    fields.ackDelayNs = ackDelay;
                    fields.leastTimeoutNs = leastTimeout;
                });
    }

    /** The same with another receive buffer, bytes. */
    public TcpConfig withBufferBytes(long bytes) {
        return with(fields -> fields.bufferBytes = bytes);
    }

    /** The same with another number of segments for each acknowledgement. */
    public TcpConfig withSegmentsPerAck(int segments) {
        return with(fields -> fields.segmentsPerAck = segments);
    }

    /** The same with another number of acknowledgements of one segment at the begin. */
    public TcpConfig withQuickAcks(int number) {
        return with(fields -> fields.quickAcks = number);
    }

    /** The same with or without bursts of segmentation offload. */
    public TcpConfig withSegmentOffload(boolean withSegmentOffload) {
        return with(fields -> fields.segmentOffload = withSegmentOffload);
    }

    /** The same with every packet ECN-capable, or only those of RFC 3168. */
    public TcpConfig withEcnOnEveryPacket(boolean onEveryPacket) {
        return with(fields -> fields.ecnOnEveryPacket = onEveryPacket);
    }

    /** The same with or without RACK-TLP. */
    public TcpConfig withRackTlp(boolean withRackTlp) {
        return with(fields -> fields.rackTlp = withRackTlp);
    }

    /** The same with marks that senders take a number of acknowledgements later, at least 0. */
    public TcpConfig withMarkDelayAcks(int acknowledgements) {
        return with(fields -> fields.markDelayAcks = acknowledgements);
    }

    /**
     * Start of congestion control.
     *
     * @param segmentBytes payload of a full segment, bytes
     * @param rttNs round trip of the handshake, ns; 0 if it is not known
     * @param seed of its random decisions
     */
    InitialWindow initialWindow(int segmentBytes, long rttNs, long seed) {
        return new InitialWindow(segmentBytes, initialSegments, hyStart, paced, rttNs, seed);
    }

    /** Settings of a sender with segments of a length, bytes. */
    SenderConfig sender(int segmentBytes) {
        return new SenderConfig(
                segmentBytes,
                leastTimeoutNs,
                mostTimeoutNs,
                ackDelayNs,
                paced,
                segmentOffload,
                rackTlp,
                markDelayAcks);
    }

    private TcpConfig with(Consumer<Fields> change) {
        Fields fields = new Fields(this);
        change.accept(fields);
        return fields.config();
    }

    /** The components, to be changed one by one. */
    private static final class Fields {
        private final CongestionControlProvider algorithm;
        private final int initialSegments;
        private final long mostTimeoutNs;
        private final long timeWaitNs;
        private boolean ecn;
        private boolean accEcn;
        private boolean paced;
        private boolean segmentOffload;
        private boolean hyStart;
        private int frameBytes;
        private long bufferBytes;
        private int segmentsPerAck;
        private int quickAcks;
        private long ackDelayNs;
        private long leastTimeoutNs;
        private boolean ecnOnEveryPacket;
        private boolean rackTlp;
        private int markDelayAcks;

        private Fields(TcpConfig from) {
            algorithm = from.algorithm;
            initialSegments = from.initialSegments;
            mostTimeoutNs = from.mostTimeoutNs;
            timeWaitNs = from.timeWaitNs;
            ecn = from.ecn;
            accEcn = from.accEcn;
            paced = from.paced;
            segmentOffload = from.segmentOffload;
            hyStart = from.hyStart;
            frameBytes = from.frameBytes;
            bufferBytes = from.bufferBytes;
            segmentsPerAck = from.segmentsPerAck;
            quickAcks = from.quickAcks;
            ackDelayNs = from.ackDelayNs;
            leastTimeoutNs = from.leastTimeoutNs;
            ecnOnEveryPacket = from.ecnOnEveryPacket;
            rackTlp = from.rackTlp;
            markDelayAcks = from.markDelayAcks;
        }

        private TcpConfig config() {
            return new TcpConfig(
                    algorithm,
                    ecn,
                    accEcn,
                    paced,
                    segmentOffload,
                    hyStart,
                    frameBytes,
                    initialSegments,
                    bufferBytes,
                    segmentsPerAck,
                    quickAcks,
                    ackDelayNs,
                    leastTimeoutNs,
                    mostTimeoutNs,
                    timeWaitNs,
                    ecnOnEveryPacket,
                    rackTlp,
                    markDelayAcks);
        }
    }
}
