// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.lab.engine.Engine;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.reaction.packet.HopTelemetry;
import org.weir.wire.feedback.FeedbackMessage;

/** {@link RateTransport} in one host. */
final class RateEndpoint implements Endpoint {
    /** Receiver and class of messages. */
    private record Way(IpAddress destination, int dscp) {}

    private static final int READ_PAYLOAD_BYTES = 512;
    private static final int FIRST_SOURCE_PORT = 10_000;
    private static final int SOURCE_PORTS = 50_000;
    private static final int HOP_LIMIT = 64;

    private final RateTransport transport;
    private final HostPort port;
    private final Engine engine;

    /** Senders in the order in which they began, for turns; those that only wait are in it too. */
    private final List<MessageSender> senders = new ArrayList<>();

    private final Map<Integer, MessageSender> bySourcePort = new HashMap<>();

    /** Measured round trips by receiver and class. */
    private final Map<Way, RoundTrip> roundTrips = new HashMap<>();

    private final Map<Integer, MessageReceiver> receivers = new HashMap<>();
    private final BitSet whole = new BitSet();
    private int turn;
    private int lastSourcePort = -1;
    private long plannedNs = -1;

    RateEndpoint(RateTransport transport, HostPort port) {
        this.transport = transport;
        this.port = port;
        engine = port.engine();
    }

    @Override
    public void send(Message message) {
        RateControl control =
                transport
                        .reaction()
                        .<RateControl>map(one -> one.start(port.config().rateBps()))
                        .orElseGet(() -> new FixedRate(port.config().rateBps()));
        MessageSender sender =
                new MessageSender(transport, port.config(), message, freeSourcePort(), control);
        sender.useTimer(timer(sender));
        senders.add(sender);
        bySourcePort.put(sender.sourcePort(), sender);
        port.resolve(
                message.destination(),
                mac -> {
                    sender.startTo(mac);
                    startCycle(sender);
                    sendNext();
                });
    }

    private ProbeTimer timer(MessageSender sender) {
        Way way = new Way(sender.message().destination(), sender.message().dscp());
        RoundTrip roundTrip = roundTrips.computeIfAbsent(way, none -> new RoundTrip());
        return new ProbeTimer(transport.probes(), roundTrip, engine, () -> onSilence(sender));
    }

    /** Asks for what is missing, if the sender waits for nothing but the receiver. */
    private void onSilence(MessageSender sender) {
        if (sender.hasPackets() && !sender.isWindowFull()) {
            sender.timer().restart();
            return;
        }
        sender.ask();
        sendNext();
    }

    private int freeSourcePort() {
        if (bySourcePort.size() == SOURCE_PORTS) {
            throw new IllegalStateException(
                    port.config().name() + " sends " + SOURCE_PORTS + " messages at once");
        }
        do {
            lastSourcePort = (lastSourcePort + 1) % SOURCE_PORTS;
        } while (bySourcePort.containsKey(FIRST_SOURCE_PORT + lastSourcePort));
        return FIRST_SOURCE_PORT + lastSourcePort;
    }

    @Override
    public void onPortFree() {
        sendNext();
    }

    /** Sends a packet of the next message whose rate allows it, or waits until one does. */
    private void sendNext() {
        if (port.heldFrames() > 0) {
            return;
        }
        long nowNs = engine.nowNs();
        long earliestNs = Long.MAX_VALUE;
        for (int i = 0; i < senders.size(); i++) {
            int index = turn + i < senders.size() ? turn + i : turn + i - senders.size();
            MessageSender sender = senders.get(index);
            if (!sender.hasPackets() || sender.isWindowFull()) {
                continue;
            }
            if (sender.dueNs() <= nowNs) {
                turn = index + 1 < senders.size() ? index + 1 : 0;
                port.send(sender.next(nowNs, port));
                if (sender.hasProbed()) {
                    sender.timer().onProbe();
                } else {
                    sender.timer().restart();
                }
                return;
            }
            earliestNs = Math.min(earliestNs, sender.dueNs());
        }
        if (earliestNs < Long.MAX_VALUE && earliestNs != plannedNs) {
            plannedNs = earliestNs;
            long ownNs = earliestNs;
            engine.schedule(ownNs, () -> sendAsPlanned(ownNs));
        }
    }

    private void sendAsPlanned(long ownNs) {
        if (plannedNs == ownNs) {
            plannedNs = -1;
            sendNext();
        }
    }

    private void startCycle(MessageSender sender) {
        long cycleNs = sender.control().cycleNs();
        if (cycleNs > 0) {
            long own = sender.nextCycle();
            engine.scheduleAfter(cycleNs, () -> endCycle(sender, own));
        }
    }

    private void endCycle(MessageSender sender, long own) {
        if (sender.isCycle(own) && !sender.isDone()) {
            sender.control().onCycle(sender.hasPackets());
            sender.onRate();
            startCycle(sender);
            sendNext();
        }
    }

    @Override
    public boolean receive(byte[] frame) {
        Optional<UdpPacket> parsed = UdpPacket.parse(frame, READ_PAYLOAD_BYTES);
        if (parsed.isEmpty() || !parsed.get().destination().equals(port.config().ipv4())) {
            return false;
        }
        UdpPacket packet = parsed.get();
        int stampedBytes = HopTelemetry.bytesIn(packet.payload());
        Optional<MessagePacket> data = MessagePacket.parse(packet.payload(), stampedBytes);
        if (data.isPresent()) {
            onData(data.get(), packet, frame.length - stampedBytes);
            return true;
        }
        MessageSender sender = bySourcePort.get(packet.destinationPort());
        if (sender == null || !sender.isAbout(packet)) {
            // About a message that is through; the host counts what it has no use for.
            return false;
        }
        return onTold(sender, packet);
    }

    private boolean onTold(MessageSender sender, UdpPacket packet) {
        Optional<MessageStatus> status = MessageStatus.parse(packet.payload());
        if (status.isPresent()) {
            if (status.get().messageId() != sender.message().id()) {
                return false;
            }
            sender.timer().onStatus(engine.nowNs() - status.get().aboutNs());
            sender.onStatus(status.get());
            if (sender.isDone()) {
                end(sender);
            }
            sendNext();
            return true;
        }
        Optional<FeedbackMessage> feedback = FeedbackMessage.parse(packet.ecn(), packet.payload());
        Optional<CongestionNotification> notification =
                CongestionNotification.parse(packet.ecn(), packet.payload());
        if (feedback.isPresent()) {
            sender.control().onUsedRate(sender.usedBps());
            sender.control().onFeedback(feedback.get());
        } else if (notification.isPresent()) {
            sender.control().onNotification(notification.get(), engine.nowNs());
        } else {
            Optional<Acknowledgement> acknowledgement = Acknowledgement.parse(packet.payload());
            if (acknowledgement.isEmpty()) {
                return false;
            }
            sender.onAcknowledgement(acknowledgement.get());
            sender.timer().restart();
            sender.onRate();
            sendNext();
            return true;
        }
        sender.onRate();
        startCycle(sender);
        sendNext();
        return true;
    }

    private void end(MessageSender sender) {
        sender.timer().stop();
        int index = senders.indexOf(sender);
        senders.remove(index);
        if (index < turn) {
            turn--;
        }
        if (turn >= senders.size()) {
            turn = 0;
        }
        bySourcePort.remove(sender.sourcePort());
    }

    private void onData(MessagePacket data, UdpPacket packet, int frameBytes) {
        if (whole.get(data.messageId())) {
            if (data.asks()) {
                tell(
                        packet,
                        new MessageStatus(
                                data.messageId(), data.total(), data.sentNs(), List.of()));
            }
            return;
        }
        if (!data.isProbe()) {
            port.onData(data.messageId(), data.number(), packet);
        }
        MessageReceiver receiver =
                receivers.computeIfAbsent(
                        data.messageId(), id -> new MessageReceiver(id, data.total()));
        if (receiver.isNew(data)) {
            port.log()
                    .received(
                            data.messageId(),
                            engine.nowNs() - data.sentNs(),
                            frameBytes - MessagePacket.FRAME_BYTES);
        }
        MessageStatus status = receiver.onPacket(data);
        if (receiver.isWhole()) {
            receivers.remove(data.messageId());
            whole.set(data.messageId());
            port.onDelivered(data.messageId());
            port.log().delivered(data.messageId(), engine.nowNs());
        }
        if (status != null) {
            tell(packet, status);
        }
    }

    private void tell(UdpPacket about, MessageStatus status) {
        byte[] frame =
                new UdpPacket(
                                about.sourceMac(),
                                about.destinationMac(),
                                about.destination(),
                                about.source(),
                                CongestionNotification.DSCP,
                                0,
                                HOP_LIMIT,
                                about.destinationPort(),
                                about.sourcePort(),
                                status.toPayload())
                        .toFrame();
        port.send(port.frameLike(frame));
    }
}
