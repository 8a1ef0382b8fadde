// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.function.Consumer;
import org.weir.lab.engine.Alarm;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.tcp.receive.Receiver;
import org.weir.lab.host.transport.tcp.segment.SequenceNumbers;
import org.weir.lab.host.transport.tcp.send.RoundTripTimer;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.host.transport.tcp.send.SentSegment;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/** One end of a TCP connection (RFC 9293): handshake, both directions, and the close. */
final class TcpConnection {
    private static final int MOST_HANDSHAKES = 12;
    private static final long US = 1000;

    private enum State {
        CLOSED,
        SYN_SENT,
        SYN_RECEIVED,
        ESTABLISHED,
        TIME_WAIT
    }

    private final TcpEndpoint endpoint;
    private final HostPort port;
    private final Engine engine;
    private final FlowKey key;
    private final TcpConfig config;
    private final IpAddress own;
    private final int dscp;
    private final int firstNumber;
    private final StreamSource source;
    private final StreamSink sink;
    private final RoundTripTimer timer;
    private final Alarm handshake;
    private final Alarm ackDelay;
    private final Alarm timeWait;
    private Consumer<Sender> whenEstablished = sender -> {};
    private Runnable whenResent = () -> {};

    private State state = State.CLOSED;
    private SegmentWriter writer;
    private Agreement agreement;
    private Sender sender;
    private Receiver receiver;
    private int peerFirstNumber;
    private int synEcnField;
    private boolean ecnCapable;

    /** Position of the last acknowledgement sent (RFC 7323: Last.ACK.sent). */
    private long acknowledged;

    private long offered;
    private boolean closed;
    private boolean queued;
    private int handshakes;
    private long handshakeNs;

    TcpConnection(
            TcpEndpoint endpoint,
            FlowKey key,
            TcpConfig config,
            IpAddress own,
            int dscp,
            int firstNumber,
            StreamSource source,
            StreamSink sink) {
        this.endpoint = endpoint;
        this.key = key;
        this.config = config;
        this.own = own;
        this.dscp = dscp;
        this.firstNumber = firstNumber;
        this.source = source;
        this.sink = sink;
        port = endpoint.port();
        engine = port.engine();
        timer = new RoundTripTimer(config.leastTimeoutNs(), config.mostTimeoutNs());
        handshake = new Alarm(engine, this::onHandshakeTimeout);
        ackDelay = new Alarm(engine, this::sendAck);
        timeWait = new Alarm(engine, this::end);
    }

    FlowKey key() {
        return key;
    }

    boolean isQueued() {
        return queued;
    }

    void setQueued(boolean isQueued) {
        queued = isQueued;
    }

    void observe(Consumer<Sender> established, Runnable resent) {
        whenEstablished = established;
        whenResent = resent;
    }

    /** Offers bytes behind those offered before. */
    void offer(long bytes) {
        offered += bytes;
        if (sender != null) {
            sender.offer(bytes);
            wake();
        }
    }

    /** Ends the stream of this end behind what was offered. */
    void close() {
        closed = true;
        if (sender != null) {
            sender.close();
            wake();
        }
    }

    /** Opens the connection from this end. */
    void open() {
        port.resolve(
                key.peer(),
                mac -> {
                    writer = new SegmentWriter(port, config, key, own, dscp, firstNumber, mac);
                    state = State.SYN_SENT;
                    sendSyn();
                });
    }

    private void sendSyn() {
        handshakes++;
        handshakeNs = engine.nowNs();
        handshake.set(handshakeNs + timer.timeoutNs());
        boolean answer = state == State.SYN_RECEIVED;
        port.send(answer ? writer.synAnswer(synEcnField) : writer.syn());
    }

    private void onHandshakeTimeout() {
        if (state == State.SYN_RECEIVED && handshakes >= MOST_HANDSHAKES) {
            end();
            return;
        }
        timer.backOff();
        sendSyn();
    }

    /** Takes a segment of this connection. */
    void onSegment(TcpSegment segment) {
        switch (state) {
            case CLOSED -> {
                if (writer == null && segment.has(TcpFlags.SYN)) {
                    onSyn(segment);
                }
            }
            case SYN_SENT -> onSynAnswer(segment);
            case SYN_RECEIVED -> onHandshakeEnd(segment);
            case ESTABLISHED -> onEstablished(segment);
            default -> {
                if (segment.payloadBytes() > 0 || segment.has(TcpFlags.FIN)) {
                    sendAck();
                }
            }
        }
    }

    private void onSyn(TcpSegment syn) {
        writer = new SegmentWriter(port, config, key, own, dscp, firstNumber, syn.sourceMac());
        agree(syn);
        state = State.SYN_RECEIVED;
        sendSyn();
    }

    private void agree(TcpSegment syn) {
        agreement = Agreement.with(syn, config);
        peerFirstNumber = syn.sequence();
        synEcnField = syn.ecn();
        ecnCapable = agreement.ecn() != EcnFeedback.NONE;
        writer.agree(agreement, peerFirstNumber, syn.options().timestamp());
    }

    private void onSynAnswer(TcpSegment segment) {
        boolean fits = segment.has(TcpFlags.ACK) && segment.acknowledgement() == firstNumber + 1;
        if (!fits) {
            return;
        }
        // After a reset, an old connection's other end is gone for the next SYN.
        if (segment.has(TcpFlags.SYN) && !segment.has(TcpFlags.RST)) {
            agree(segment);
            checkHandshake(segment);
            establish();
            sendHandshakeAck(segment);
            wake();
        }
    }

    private void onHandshakeEnd(TcpSegment segment) {
        if (segment.has(TcpFlags.RST)) {
            if (segment.sequence() == peerFirstNumber + 1) {
                end();
            }
        } else if (segment.has(TcpFlags.SYN)) {
            if (segment.sequence() == peerFirstNumber) {
                sendSyn();
            }
        } else if (segment.has(TcpFlags.ACK)
                && segment.acknowledgement() == firstNumber + 1
                && segment.sequence() - peerFirstNumber > 0) {
            checkHandshake(segment);
            establish();
            onEstablished(segment);
        }
    }

    /**
     * Gives up ECN where AccECN's handshake shows that something on the way changes ECN fields, or
     * clears the flags (RFC 9768, sections 3.2.2.3 and 3.2.2.4). Data instead of the last
     * acknowledgement carry the counter.
     */
    private void checkHandshake(TcpSegment segment) {
        if (agreement.ecn() != EcnFeedback.ACCURATE) {
            return;
        }
        int ace = EcnFeedback.ace(segment);
        boolean reports = segment.has(TcpFlags.SYN) || segment.payloadBytes() == 0;
        ecnCapable = reports ? EcnFeedback.cameUnchanged(ace) : ace != 0;
    }

    private void sendHandshakeAck(TcpSegment answer) {
        byte[] frame = writer.handshakeAcknowledgement(sender.next(), receiver, answer.ecn());
        onAckSent();
        port.send(frame);
    }

    private void establish() {
        state = State.ESTABLISHED;
        handshake.cancel();
        if (handshakes == 1) {
            timer.measure(engine.nowNs() - handshakeNs);
        } else {
            timer.handshakeTimedOut();
        }
        int segmentBytes = writer.segmentBytes();
        var initial = config.initialWindow(segmentBytes, timer.smoothedNs(), firstNumber);
        if (handshakes > 1) {
            // RFC 5681, section 3.1: a SYN or its answer was lost.
            initial = initial.ofOneSegment();
        }
        var control = config.algorithm().start(initial);
        receiver =
                new Receiver(
                        agreement.ecn() == EcnFeedback.CLASSIC && control.echoesEachMark(),
                        config.segmentsPerAck(),
                        config.quickAcks(),
                        sink);
        sender =
                new Sender(
                        engine,
                        config.sender(segmentBytes),
                        control,
                        timer,
                        endpoint.counts(),
                        this::wake);
        sender.open(agreement.windowBytes());
        sender.offer(offered);
        if (closed) {
            sender.close();
        }
        whenEstablished.accept(sender);
    }

    private void onEstablished(TcpSegment segment) {
        long from = position(segment.sequence(), peerFirstNumber, receiver.next());
        if (segment.has(TcpFlags.RST)) {
            if (from == receiver.next()) {
                end();
            }
            return;
        }
        TcpOptions options = segment.options();
        boolean fin = segment.has(TcpFlags.FIN);
        boolean fills = segment.payloadBytes() > 0 || fin;
        if (segment.has(TcpFlags.SYN) && segment.has(TcpFlags.ACK)) {
            sendHandshakeAck(segment);
            return;
        }
        if (agreement.ecn() == EcnFeedback.ACCURATE) {
            receiver.count(segment.ecn(), segment.payloadBytes());
        }
        if (segment.has(TcpFlags.SYN) || fills && isOld(options)) {
            sendAck();
            return;
        }
        if (options.hasTimestamps() && !isOld(options) && from <= acknowledged) {
            writer.hear(options.timestamp());
        }
        if (segment.has(TcpFlags.ACK)) {
            onAck(segment);
        }
        if (fills) {
            onData(segment, from, fin);
        }
        if (sender.isDone() && receiver.hasEnded()) {
            finish();
        } else {
            wake();
        }
    }

    /** RFC 7323, section 5: a segment of an earlier round of sequence numbers. */
    private boolean isOld(TcpOptions options) {
        return options.hasTimestamps()
                && SequenceNumbers.isBefore(options.timestamp(), writer.heard());
    }

    private static long position(int number, int first, long near) {
        return SequenceNumbers.position(number - first - 1, near);
    }

    private void onAck(TcpSegment segment) {
        sender.onAcknowledgement(
                AckReader.read(
                        segment, firstNumber, sender.unacknowledged(), agreement, engine.nowNs()));
    }

    private void onData(TcpSegment segment, long from, boolean fin) {
        if (from + segment.payloadBytes() > receiver.next() + config.bufferBytes()) {
            sendAck();
            return;
        }
        boolean marked = segment.ecn() == 3;
        receiver.onEcnField(segment.ecn());
        if (agreement.ecn() == EcnFeedback.CLASSIC) {
            if (receiver.changesMark(marked)) {
                sendAck();
            }
            receiver.onMark(marked, segment.has(TcpFlags.CWR));
        }
        long added =
                receiver.onSegment(
                        from, segment.payloadBytes(), fin, segment.frame(), segment.payloadAt());
        if (added > 0) {
            sink.onSegment(delayNs(segment.options()), added);
        }
        if (receiver.hasEnded() && !closed) {
            close();
        }
        if (receiver.isAckDue()) {
            sendAck();
        } else if (receiver.isAckPending() && !ackDelay.isSet()) {
            ackDelay.set(engine.nowNs() + config.ackDelayNs());
        }
    }

    private long delayNs(TcpOptions options) {
        if (!options.hasTimestamps()) {
            return -1;
        }
        long sentUs = SequenceNumbers.position(options.timestamp(), engine.nowNs() / US);
        return engine.nowNs() - US * sentUs;
    }

    /** Asks for a turn if there is something to send. */
    private void wake() {
        if (sender != null && sender.isReady()) {
            endpoint.enqueue(this);
            endpoint.pump();
        }
    }

    /**
     * Sends one data segment, or a burst of them.
     *
     * @return whether more may follow
     */
    boolean sendTurn() {
        if (state != State.ESTABLISHED || !sender.isReady()) {
            return false;
        }
        int most = sender.burstSegments();
        sendSegment();
        for (int i = 1; i < most && sender.isBurstToGoOn(); i++) {
            sendSegment();
        }
        return sender.isReady();
    }

    private void sendSegment() {
        SentSegment segment = sender.take();
        if (segment.isRetransmitted()) {
            whenResent.run();
        }
        long data = Math.min(segment.to(), sender.offeredBytes());
        int length = (int) (data - segment.from());
        boolean fin = segment.to() > sender.offeredBytes();
        int flags = fin ? TcpFlags.FIN : 0;
        if (data == sender.offeredBytes() && length > 0) {
            flags |= TcpFlags.PSH;
        }
        boolean classic = agreement.ecn() == EcnFeedback.CLASSIC;
        if (classic && length > 0 && sender.takeReductionFlag(segment)) {
            flags |= TcpFlags.CWR;
        }
        boolean capable =
                ecnCapable
                        && length > 0
                        && !segment.isRetransmitted()
                        && !sender.isFeedbackZeroed();
        byte[] bytes = length == 0 ? null : source.bytes(segment.from(), length);
        byte[] frame = writer.data(capable, segment.from(), flags, receiver, length, bytes);
        onAckSent();
        port.send(frame);
    }

    private void onAckSent() {
        acknowledged = receiver.next();
        receiver.onAckSent();
        ackDelay.cancel();
    }

    private void sendAck() {
        byte[] frame = writer.acknowledgement(sender.next(), receiver);
        onAckSent();
        port.send(frame);
    }

    /** Both directions have ended: the end that opened, and closed first, waits for late FINs. */
    private void finish() {
        sender.stop();
        ackDelay.cancel();
        if (offered > 0) {
            state = State.TIME_WAIT;
            timeWait.set(engine.nowNs() + config.timeWaitNs());
        } else {
            end();
        }
    }

    private void end() {
        state = State.CLOSED;
        handshake.cancel();
        ackDelay.cancel();
        timeWait.cancel();
        if (sender != null) {
            sender.stop();
        }
        endpoint.remove(this);
    }
}
