// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamError;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * The stream to one P4Runtime device: mastership arbitration, and packets in and out.
 *
 * <p>The session is open from the switch's first arbitration message until the stream ends. It does
 * not open itself again: the caller that asked for mastership asks again when the switch is back.
 *
 * <p>A standby's id is below that of every primary. The id that ONOS's driver derives from the term
 * for a standby would be above the former primary's: the standby would become primary, and the
 * master that ONOS has chosen would be told that it is not.
 */
final class StreamSession {

    /**
     * Number of times that a claim is raised over another controller's before it is left to ONOS.
     */
    private static final int MAX_CLAIMS = 5;

    /**
     * Time after that in which no claim is made in the same term, ns. ONOS asks again at once, and
     * two controllers that want the same switch must not spend their time on outbidding each other.
     */
    private static final long HOLD_NS = TimeUnit.SECONDS.toNanos(2);

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceClient client;
    private final DeviceId deviceId;
    private final long p4DeviceId;
    private final ElectionIds electionIds;
    private final AgentEvents events;
    private final Consumer<PacketIn> packetIns;

    // Guarded by this.
    private StreamObserver<StreamMessageRequest> requests;
    private Responses responses;
    private boolean open;
    private boolean primary;
    private boolean wantsPrimary;

    /** Whether the last id was sent to become primary. */
    private boolean claimsPrimary;

    private BigInteger wantedId = BigInteger.ZERO;
    private BigInteger claimedId = BigInteger.ZERO;
    private BigInteger lastRival = BigInteger.ZERO;
    private int claims;
    private boolean held;
    private long heldSinceNs;

    /** Used by gRPC's thread of this stream only. */
    private String lastComplaint = "";

    StreamSession(
            DeviceClient client,
            long p4DeviceId,
            ElectionIds electionIds,
            AgentEvents events,
            Consumer<PacketIn> packetIns) {
        this.client = client;
        this.deviceId = client.deviceId();
        this.p4DeviceId = p4DeviceId;
        this.electionIds = electionIds;
        this.events = events;
        this.packetIns = packetIns;
    }

    synchronized boolean isOpen() {
        return open;
    }

    synchronized boolean isPrimary() {
        return primary;
    }

    synchronized Uint128 electionId() {
        return encode(claimedId);
    }

    /**
     * Asks the switch for a role; opens the stream if need be.
     *
     * @param master whether to become the primary controller
     * @param wanted the id that ONOS's mastership derived from its term; one below 1, as before the
     *     first term, would be sent as one of the greatest there are
     */
    synchronized void setMastership(boolean master, BigInteger wanted) {
        BigInteger id = wanted.max(ElectionIds.LEAST);
        boolean isHeld = held && System.nanoTime() - heldSinceNs < HOLD_NS;
        boolean canOutbid = lastRival.compareTo(ElectionIds.GREATEST) < 0;
        if (isHeld && master && (id.equals(wantedId) || !canOutbid)) {
            return;
        }
        held = false;
        boolean unchanged = requests != null && master == wantsPrimary && id.equals(wantedId);
        if (unchanged && (!open || !master || primary)) {
            // The switch would say nothing new, but whoever asks waits for an acknowledgement.
            if (open) {
                events.agent(role(), deviceId);
            }
            return;
        }
        wantsPrimary = master;
        wantedId = id;
        claims = 0;
        if (requests == null) {
            responses = new Responses();
            requests = client.openStream(responses);
        }
        claim();
    }

    /** Ends the stream. No role event is posted for an end that was asked for. */
    synchronized void close() {
        if (requests != null) {
            StreamObserver<StreamMessageRequest> closing = requests;
            forget();
            closing.onCompleted();
        }
    }

    /**
     * Sends a packet through the switch.
     *
     * @param packet the packet with its metadata
     * @return whether there was an open stream to send it on, and the switch keeps up with it
     */
    synchronized boolean send(PacketOut packet) {
        boolean isBlocked =
                requests instanceof ClientCallStreamObserver
                        && !((ClientCallStreamObserver<?>) requests).isReady();
        if (!open || isBlocked) {
            return false;
        }
        requests.onNext(StreamMessageRequest.newBuilder().setPacket(packet).build());
        return true;
    }

    private void claim() {
        claims++;
        Optional<BigInteger> id =
                wantsPrimary ? electionIds.claim(deviceId, wantedId) : Optional.empty();
        claimsPrimary = id.isPresent();
        claimedId = id.orElseGet(electionIds::standby);
        log.debug("{}: election id {}, primary wanted: {}", deviceId, claimedId, wantsPrimary);
        requests.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(p4DeviceId)
                                        .setElectionId(encode(claimedId)))
                        .build());
    }

    private DeviceAgentEvent.Type role() {
        return primary ? DeviceAgentEvent.Type.ROLE_MASTER : DeviceAgentEvent.Type.ROLE_STANDBY;
    }

    private void forget() {
        requests = null;
        responses = null;
        open = false;
        primary = false;
        claims = 0;
        held = false;
        lastRival = BigInteger.ZERO;
    }

    /** Each rival is logged once. */
    private void logRefusal(BigInteger other) {
        if (other.equals(lastRival)) {
            return;
        }
        lastRival = other;
        if (other.compareTo(ElectionIds.GREATEST) < 0) {
            log.info(
                    "{}: not primary: another controller has election id {}, ours is {}",
                    deviceId,
                    other,
                    claimedId);
        } else {
            log.error(
                    "{}: not primary: another controller has used the greatest election id that"
                            + " there is; nobody else can control the switch until it is started"
                            + " again",
                    deviceId);
        }
    }

    private synchronized void arbitration(MasterArbitrationUpdate update, Responses from) {
        if (from != responses) {
            return;
        }
        open = true;
        boolean isGranted = update.getStatus().getCode() == Status.Code.OK.value();
        // A switch makes the first client its primary, whatever the id. A standby leaves the switch
        // to the node that ONOS has chosen, which is about to claim it with a higher id.
        primary = isGranted && claimsPrimary;
        if (isGranted && !claimsPrimary) {
            events.agent(DeviceAgentEvent.Type.ROLE_STANDBY, deviceId);
            return;
        }
        if (primary) {
            claims = 0;
            log.info("{}: primary controller with election id {}", deviceId, claimedId);
            events.agent(DeviceAgentEvent.Type.ROLE_MASTER, deviceId);
            return;
        }
        BigInteger other = decode(update.getElectionId());
        logRefusal(other);
        electionIds.seen(deviceId, other);
        boolean canOutbid = other.compareTo(ElectionIds.GREATEST) < 0;
        if (claimsPrimary && other.compareTo(claimedId) >= 0 && canOutbid && claims < MAX_CLAIMS) {
            claim();
            return;
        }
        held = wantsPrimary;
        heldSinceNs = System.nanoTime();
        events.agent(
                update.getStatus().getCode() == Status.Code.NOT_FOUND.value()
                        ? DeviceAgentEvent.Type.ROLE_NONE
                        : DeviceAgentEvent.Type.ROLE_STANDBY,
                deviceId);
    }

    private void ended(Responses from, String reason) {
        synchronized (this) {
            if (from != responses) {
                return;
            }
            forget();
        }
        log.info("{}: stream ended: {}", deviceId, reason);
        events.agent(DeviceAgentEvent.Type.ROLE_NONE, deviceId);
        events.agent(DeviceAgentEvent.Type.CHANNEL_ERROR, deviceId);
    }

    /** A switch that refuses one packet refuses many: the same complaint is logged once. */
    private void error(StreamError error) {
        String complaint =
                error.getDetailsCase()
                        + ": "
                        + Status.fromCodeValue(error.getCanonicalCode()).getCode()
                        + " "
                        + error.getMessage();
        if (complaint.equals(lastComplaint)) {
            log.debug("{}: switch refused a {}", deviceId, complaint);
        } else {
            log.warn("{}: switch refused a {}", deviceId, complaint);
            lastComplaint = complaint;
        }
    }

    private static Uint128 encode(BigInteger id) {
        return Uint128.newBuilder()
                .setHigh(id.shiftRight(Long.SIZE).longValue())
                .setLow(id.longValue())
                .build();
    }

    private static BigInteger decode(Uint128 id) {
        return new BigInteger(Long.toUnsignedString(id.getHigh()))
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(id.getLow())));
    }

    /**
     * Observer of the switch's messages on one opening of the stream; ignored once another has
     * replaced it.
     */
    private final class Responses implements StreamObserver<StreamMessageResponse> {

        @Override
        public void onNext(StreamMessageResponse response) {
            switch (response.getUpdateCase()) {
                case ARBITRATION:
                    arbitration(response.getArbitration(), this);
                    break;
                case PACKET:
                    packetIns.accept(response.getPacket());
                    break;
                case ERROR:
                    error(response.getError());
                    break;
                default:
                    log.debug("{}: {} is of no use here", deviceId, response.getUpdateCase());
                    break;
            }
        }

        @Override
        public void onError(Throwable failure) {
            ended(this, Rpc.explain(failure));
        }

        @Override
        public void onCompleted() {
            ended(this, "closed by the switch");
        }
    }
}
