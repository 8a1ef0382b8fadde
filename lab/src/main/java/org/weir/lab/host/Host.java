// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Endpoint;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.Transport;
import org.weir.lab.link.FramePool;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.EthernetHeader;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.PriorityPause;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.reaction.packet.HopTelemetry;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * A host with one port: resolves and answers for addresses ({@link AddressResolver}), sends UDP
 * flows, counts the flows it receives, and hands feedback to the flow it is about. All methods are
 * to be called on the engine's thread.
 */
public final class Host implements Consumer<byte[]> {
    /** No message that a host reads is longer; the rest of a payload is checked, not kept. */
    private static final int READ_PAYLOAD_BYTES = 192;

    private final Engine engine;
    private final HostConfig config;
    private final FramePool frames;
    private final long seed;
    private final Transmitter transmitter;
    private final AddressResolver addresses;
    private final List<FlowSender> senders = new ArrayList<>();
    private final Map<Integer, FlowReceiver> receivers = new TreeMap<>();
    private final Map<Integer, ReceiverPoint> receiverPoints = new TreeMap<>();
    private final Set<Integer> unansweredFlows = new HashSet<>();
    private Supplier<ReceiverPoint> newReceiverPoint;
    private int obeyedPriority = -1;
    private Endpoint endpoint;
    private int lastFlowId;
    private FlowReceiver lastReceiver;
    private long stillUntilNs = -1;
    private long receivedFrames;
    private long unusedFrames;
    private long strayFeedbackPackets;

    /** Creates a host that is connected to nothing yet. */
    public Host(Engine engine, HostConfig config) {
        this(engine, config, new FramePool(), config.ipv4().hashCode());
    }

    /**
     * Creates a host of a network.
     *
     * @param frames of which those are made that it sends
     * @param seed of its transport's random numbers
     */
    public Host(Engine engine, HostConfig config, FramePool frames, long seed) {
        this.frames = frames;
        this.seed = seed;
        this.engine = engine;
        this.config = config;
        transmitter = new Transmitter(engine, config.rateBps(), config.queueFrames());
        addresses = new AddressResolver(engine, config, this::sendMade, this::redirect);
    }

    /** Sets where frames go that the host sends. */
    public void connect(Consumer<byte[]> line) {
        transmitter.connect(line);
    }

    /**
     * Adds a flow that this host sends; before {@link #start}.
     *
     * @param seed of its random numbers
     */
    public FlowSender addFlow(FlowConfig flow, long seed) {
        FlowSender sender = new FlowSender(engine, config, flow, transmitter, frames, seed);
        senders.add(sender);
        return sender;
    }

    /** Sets a neighbour's address, so that the host need not ask for it. */
    public void setNeighbour(IpAddress ip, MacAddress mac) {
        addresses.set(ip, mac);
    }

    /**
     * Makes the host tell the senders of marked packets so.
     *
     * @param intervalNs least time between two notifications to a flow, ns, not negative
     */
    public void notifySenders(long intervalNs) {
        newReceiverPoint = () -> new NotificationPoint(engine, intervalNs);
    }

    /** Makes the host acknowledge each packet that it receives of a flow or message. */
    public void acknowledgePackets() {
        newReceiverPoint = () -> new AcknowledgingPoint(false);
    }

    /** Makes the host acknowledge each packet that switches have stamped with telemetry. */
    public void acknowledgeStampedPackets() {
        newReceiverPoint = () -> new AcknowledgingPoint(true);
    }

    /**
     * Makes the host neither acknowledge nor notify the sender of a flow that it receives.
     *
     * @param flowId of {@link FlowConfig}
     */
    public void leaveUnanswered(int flowId) {
        unansweredFlows.add(flowId);
    }

    /** Makes the host's port obey the pauses of one priority, 0 to 7; it has one queue. */
    public void obeyPauses(int priority) {
        obeyedPriority = priority;
    }

    /**
     * Gives the host a transport for messages, beside its flows.
     *
     * @param log receives the events of messages
     */
    public void use(Transport transport, MessageLog log) {
        endpoint = transport.start(new LentPort(log));
        transmitter.whenFree(endpoint::onPortFree);
    }

    /**
     * Begins to send a message.
     *
     * @throws IllegalStateException when the host has no transport
     */
    public void send(Message message) {
        if (endpoint == null) {
            throw new IllegalStateException(config.name() + " has no transport");
        }
        endpoint.send(message);
    }

    /** Announces the host and starts its flows. */
    public void start() {
        addresses.announce();
        for (FlowSender sender : senders) {
            addresses.resolve(sender.flow().destination(), sender::start);
        }
    }

    /**
     * Lets the applications behind the host's flows offer packets, or stops them at once. They are
     * on at first. Answers to other hosts' questions, and its announcements, go on.
     */
    public void setOffering(boolean on) {
        senders.forEach(sender -> sender.setOffering(on));
    }

    /**
     * Keeps the frames that arrive until a time, when the host takes them all in their order: the
     * line from the network stands still. A host whose line stands still already waits for the
     * later time.
     *
     * @param timeNs time of the engine, ns
     */
    public void standStillUntil(long timeNs) {
        stillUntilNs = Math.max(stillUntilNs, timeNs);
    }

    @Override
    public void accept(byte[] frame) {
        if (engine.nowNs() <= stillUntilNs) {
            byte[] kept = frame.clone();
            engine.schedule(stillUntilNs, () -> take(kept));
        } else {
            take(frame);
        }
    }

    private void take(byte[] frame) {
        receivedFrames++;
        if (!receive(frame)) {
            unusedFrames++;
        }
    }

    private boolean receive(byte[] frame) {
        if (frame.length < EthernetHeader.BYTES) {
            return false;
        }
        MacAddress destination = EthernetHeader.destination(frame);
        if (!destination.equals(config.mac()) && !destination.isGroup()) {
            return false;
        }
        if (obeyedPriority >= 0) {
            OptionalInt quanta = PriorityPause.quanta(frame, obeyedPriority);
            if (quanta.isPresent()) {
                transmitter.pause(quanta.getAsInt());
                return true;
            }
        }
        if (endpoint != null && endpoint.receive(frame)) {
            return true;
        }
        Optional<UdpPacket> udp = UdpPacket.parse(frame, READ_PAYLOAD_BYTES);
        if (udp.isPresent()) {
            return onUdp(udp.get(), frame.length);
        }
        return addresses.receive(frame);
    }

    private boolean onUdp(UdpPacket packet, int frameBytes) {
        if (!addresses.owns(packet.destination())) {
            return false;
        }
        Optional<FeedbackMessage> feedback = FeedbackMessage.parse(packet.ecn(), packet.payload());
        if (feedback.isPresent()) {
            for (FlowSender sender : senders) {
                if (sender.isAbout(packet)) {
                    sender.onFeedback(feedback.get());
                    return true;
                }
            }
            strayFeedbackPackets++;
            return false;
        }
        Optional<CongestionNotification> notification =
                CongestionNotification.parse(packet.ecn(), packet.payload());
        if (notification.isPresent()) {
            for (FlowSender sender : senders) {
                if (sender.isAbout(packet)) {
                    sender.onNotification(notification.get());
                    return true;
                }
            }
            strayFeedbackPackets++;
            return false;
        }
        Optional<Acknowledgement> acknowledgement = Acknowledgement.parse(packet.payload());
        if (acknowledgement.isPresent()) {
            senders.stream()
                    .filter(sender -> sender.isAbout(packet))
                    .findFirst()
                    .ifPresent(sender -> sender.onAcknowledgement(acknowledgement.get()));
            return true;
        }
        int stampedBytes = HopTelemetry.bytesIn(packet.payload());
        Optional<DataPayload> data = DataPayload.parse(packet.payload(), stampedBytes);
        if (data.isEmpty()) {
            return false;
        }
        receiverOf(data.get().flowId())
                .onPacket(data.get(), frameBytes - stampedBytes, packet.ecn(), engine.nowNs());
        tellSender(data.get().flowId(), data.get().sequence(), packet);
        return true;
    }

    /** Packets of one flow come one after the other more often than not. */
    private FlowReceiver receiverOf(int flowId) {
        if (lastReceiver == null || flowId != lastFlowId) {
            lastFlowId = flowId;
            lastReceiver = receivers.computeIfAbsent(flowId, id -> new FlowReceiver());
        }
        return lastReceiver;
    }

    private void tellSender(int flowId, long number, UdpPacket packet) {
        if (newReceiverPoint == null || unansweredFlows.contains(flowId)) {
            return;
        }
        byte[] frame =
                receiverPoints
                        .computeIfAbsent(flowId, id -> newReceiverPoint.get())
                        .onPacket(packet, number);
        if (frame != null) {
            sendMade(frame);
        }
    }

    private void redirect(IpAddress ip, MacAddress mac) {
        for (FlowSender sender : senders) {
            if (sender.isStarted() && sender.flow().destination().equals(ip)) {
                sender.destinationMoved(mac);
            }
        }
    }

    /**
     * Sends a frame that was made anew as one of the network's: all that arrives goes to their
     * pool, which would grow for ever with frames from elsewhere.
     */
    private void sendMade(byte[] frame) {
        transmitter.send(frames.copyOf(frame, 0, frame.length));
    }

    /** Configuration of the host. */
    public HostConfig config() {
        return config;
    }

    /** The flows it sends. */
    public List<FlowSender> senders() {
        return Collections.unmodifiableList(senders);
    }

    /** Receivers of the host, by flow id. */
    public Map<Integer, FlowReceiver> receivers() {
        return Collections.unmodifiableMap(receivers);
    }

    /** Frames handed to its port, those it dropped included. */
    public long sentFrames() {
        return transmitter.givenFrames();
    }

    /** Frames received. */
    public long receivedFrames() {
        return receivedFrames;
    }

    /** Frames received that the host has no use for or that are damaged. */
    public long unusedFrames() {
        return unusedFrames;
    }

    /** Feedback received that is about none of its flows. */
    public long strayFeedbackPackets() {
        return strayFeedbackPackets;
    }

    /** Frames waiting in its port or on the line. */
    public int heldFrames() {
        return transmitter.heldFrames();
    }

    /** Times that its port was asked to pause. */
    public long pauses() {
        return transmitter.pauses();
    }

    /** Frames dropped because its port's queue was full. */
    public long droppedFrames() {
        return transmitter.droppedFrames();
    }

    /** Port of this host, as its transport uses it. */
    private final class LentPort implements HostPort {
        private final MessageLog log;

        LentPort(MessageLog log) {
            this.log = log;
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
            return seed;
        }

        @Override
        public boolean send(byte[] frame) {
            return transmitter.send(frame);
        }

        @Override
        public byte[] frameLike(byte[] model) {
            return frames.copyOf(model, 0, model.length);
        }

        @Override
        public int heldFrames() {
            return transmitter.heldFrames();
        }

        @Override
        public void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
            addresses.resolve(ip, whenKnown);
        }

        @Override
        public void onData(int messageId, long number, UdpPacket packet) {
            tellSender(keyOf(messageId), number, packet);
        }

        @Override
        public void onDelivered(int messageId) {
            receiverPoints.remove(keyOf(messageId));
        }

        /** Flows have the numbers from 0 up. */
        private int keyOf(int messageId) {
            return -1 - messageId;
        }

        @Override
        public MessageLog log() {
            return log;
        }
    }
}
