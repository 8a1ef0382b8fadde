// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.protobuf.ByteString;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.ctl.codec.CodecException;
import org.onosproject.p4runtime.ctl.codec.Codecs;
import org.onosproject.p4runtime.ctl.utils.PipeconfHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * A P4Runtime client on one channel.
 *
 * <p>Calls have deadlines: a switch that accepts connections but does not answer is reported like
 * one that is gone.
 */
final class DeviceClient implements P4RuntimeClient, ReachabilityReport {

    private static final long PROBE_DEADLINE_SECONDS = 4;
    private static final long DEADLINE_SECONDS = 20;

    /**
     * Time for which a connected switch may leave requests unanswered before it counts as gone, s.
     * A busy switch, or a busy controller that reads answers late, is slow and not gone.
     */
    private static final long PATIENCE_SECONDS = 60;

    /** A switch may translate and compile the program before it answers. */
    private static final long PIPELINE_DEADLINE_SECONDS = 120;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final ManagedChannel channel;
    private final ElectionIds electionIds;
    private final Supplier<PiPipeconf> boundPipeconf;
    private final AgentEvents events;
    private final Map<Long, StreamSession> sessions = new ConcurrentHashMap<>();

    private volatile boolean running = true;
    private volatile boolean connected;
    private volatile String lastFailure = "";
    private volatile boolean answered;
    private volatile long answeredNs;

    /**
     * Starts watching the channel.
     *
     * @param deviceId ONOS's id of the device
     * @param channel the channel to the device's P4Runtime server; not closed by this client
     * @param electionIds election ids that the device has seen
     * @param boundPipeconf the pipeconf of the device, null while it has none
     * @param events receiver of events: channel, role and packets
     */
    DeviceClient(
            DeviceId deviceId,
            ManagedChannel channel,
            ElectionIds electionIds,
            Supplier<PiPipeconf> boundPipeconf,
            AgentEvents events) {
        this.deviceId = deviceId;
        this.channel = channel;
        this.electionIds = electionIds;
        this.boundPipeconf = boundPipeconf;
        this.events = events;
        channelChanged();
    }

    DeviceId deviceId() {
        return deviceId;
    }

    private void channelChanged() {
        if (!running) {
            return;
        }
        ConnectivityState state = channel.getState(false);
        boolean ready = state == ConnectivityState.READY;
        if (ready != connected) {
            connected = ready;
            answered &= ready;
            events.agent(
                    ready
                            ? DeviceAgentEvent.Type.CHANNEL_OPEN
                            : DeviceAgentEvent.Type.CHANNEL_CLOSED,
                    deviceId);
        }
        if (state != ConnectivityState.SHUTDOWN) {
            channel.notifyWhenStateChanged(state, this::channelChanged);
        }
    }

    @Override
    public void shutdown() {
        running = false;
        sessions.values().forEach(StreamSession::close);
        sessions.clear();
    }

    @Override
    public boolean isServerReachable() {
        return running && connected;
    }

    @Override
    public String lastFailure() {
        return lastFailure;
    }

    /** A server too old to know Capabilities answers UNIMPLEMENTED, and so is there. */
    @Override
    public CompletableFuture<Boolean> probeService() {
        Rpc.Collector<CapabilitiesResponse> answer = new Rpc.Collector<>();
        stub(PROBE_DEADLINE_SECONDS).capabilities(CapabilitiesRequest.getDefaultInstance(), answer);
        return answer.future()
                .handle(
                        (response, failure) -> {
                            Status.Code code =
                                    failure == null
                                            ? Status.Code.OK
                                            : Status.fromThrowable(failure).getCode();
                            if (failure == null || code == Status.Code.UNIMPLEMENTED) {
                                lastFailure = "";
                                answered = true;
                                answeredNs = System.nanoTime();
                                return true;
                            }
                            lastFailure = Rpc.explain(failure);
                            return code == Status.Code.DEADLINE_EXCEEDED && isOnlySlow();
                        });
    }

    /** Whether the switch has answered on a connection that still stands, not too long ago. */
    private boolean isOnlySlow() {
        return connected
                && answered
                && System.nanoTime() - answeredNs < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    }

    @Override
    public CompletableFuture<Boolean> setPipelineConfig(
            long p4DeviceId, PiPipeconf pipeconf, ByteBuffer deviceData) {
        P4InfoOuterClass.P4Info p4Info = PipeconfHelper.getP4Info(pipeconf);
        if (p4Info == null) {
            log.error("{}: pipeconf {} has no readable P4Info", deviceId, pipeconf.id());
            return CompletableFuture.completedFuture(false);
        }
        SetForwardingPipelineConfigRequest request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(p4DeviceId)
                        .setElectionId(electionId(p4DeviceId))
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setP4Info(p4Info)
                                        .setP4DeviceConfig(ByteString.copyFrom(deviceData))
                                        .setCookie(
                                                ForwardingPipelineConfig.Cookie.newBuilder()
                                                        .setCookie(pipeconf.fingerprint())))
                        .build();
        log.info("{}: setting pipeline {}", deviceId, pipeconf.id());
        Rpc.Collector<SetForwardingPipelineConfigResponse> answer = new Rpc.Collector<>();
        stub(PIPELINE_DEADLINE_SECONDS).setForwardingPipelineConfig(request, answer);
        return answer.future()
                .handle(
                        (response, failure) -> {
                            if (Rpc.isContactLost(failure)) {
                                // ONOS sets it at the next contact.
                                log.warn(
                                        "{}: no contact, pipeline {} is not set: {}",
                                        deviceId,
                                        pipeconf.id(),
                                        Rpc.explain(failure));
                            } else if (failure != null) {
                                log.error(
                                        "{}: cannot set pipeline {}: {}",
                                        deviceId,
                                        pipeconf.id(),
                                        Rpc.explain(failure));
                            }
                            return failure == null;
                        });
    }

    @Override
    public CompletableFuture<Boolean> isPipelineConfigSet(long p4DeviceId, PiPipeconf pipeconf) {
        return pipelineConfig(p4DeviceId)
                .thenApply(
                        config ->
                                config.hasCookie()
                                        && config.getCookie().getCookie()
                                                == pipeconf.fingerprint());
    }

    @Override
    public CompletableFuture<Boolean> isAnyPipelineConfigSet(long p4DeviceId) {
        return pipelineConfig(p4DeviceId).thenApply(ForwardingPipelineConfig::hasCookie);
    }

    /** The pipeline's cookie; an empty configuration where there is none or no answer. */
    private CompletableFuture<ForwardingPipelineConfig> pipelineConfig(long p4DeviceId) {
        Rpc.Collector<GetForwardingPipelineConfigResponse> answer = new Rpc.Collector<>();
        stub(DEADLINE_SECONDS)
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(p4DeviceId)
                                .setResponseType(
                                        GetForwardingPipelineConfigRequest.ResponseType.COOKIE_ONLY)
                                .build(),
                        answer);
        return answer.future()
                .handle(
                        (responses, failure) -> {
                            if (failure == null && !responses.isEmpty()) {
                                return responses.get(0).getConfig();
                            }
                            if (failure != null
                                    && Status.fromThrowable(failure).getCode()
                                            != Status.Code.FAILED_PRECONDITION) {
                                log.warn(
                                        "{}: cannot ask for the pipeline: {}",
                                        deviceId,
                                        Rpc.explain(failure));
                            }
                            return ForwardingPipelineConfig.getDefaultInstance();
                        });
    }

    @Override
    public void setMastership(long p4DeviceId, boolean master, BigInteger electionId) {
        session(p4DeviceId).setMastership(master, electionId);
    }

    @Override
    public boolean isSessionOpen(long p4DeviceId) {
        StreamSession session = sessions.get(p4DeviceId);
        return session != null && session.isOpen();
    }

    @Override
    public void closeSession(long p4DeviceId) {
        StreamSession session = sessions.remove(p4DeviceId);
        if (session != null) {
            session.close();
        }
    }

    @Override
    public boolean isMaster(long p4DeviceId) {
        StreamSession session = sessions.get(p4DeviceId);
        return session != null && session.isPrimary();
    }

    @Override
    public void packetOut(long p4DeviceId, PiPacketOperation packet, PiPipeconf pipeconf) {
        try {
            if (!session(p4DeviceId)
                    .send(Codecs.CODECS.packetOut().encode(packet, null, pipeconf))) {
                log.debug("{}: dropped a packet-out: no session, or the switch is slow", deviceId);
            }
        } catch (CodecException e) {
            log.error("{}: dropped a packet-out: {}", deviceId, e.getMessage());
        }
    }

    private void packetIn(PacketIn packet) {
        PiPipeconf pipeconf = boundPipeconf.get();
        if (pipeconf == null) {
            log.warn("{}: dropped a packet-in, the device has no pipeconf", deviceId);
            return;
        }
        try {
            events.packetIn(deviceId, Codecs.CODECS.packetIn().decode(packet, null, pipeconf));
        } catch (CodecException e) {
            log.warn("{}: dropped a packet-in: {}", deviceId, e.getMessage());
        }
    }

    @Override
    public ReadRequest read(long p4DeviceId, PiPipeconf pipeconf) {
        return new EntityReadRequest(this, p4DeviceId, pipeconf);
    }

    @Override
    public WriteRequest write(long p4DeviceId, PiPipeconf pipeconf) {
        return new EntityWriteRequest(this, p4DeviceId, pipeconf);
    }

    CompletableFuture<List<Entity>> read(long p4DeviceId, List<Entity> wanted) {
        Rpc.Collector<P4RuntimeOuterClass.ReadResponse> answer = new Rpc.Collector<>();
        stub(DEADLINE_SECONDS)
                .read(
                        P4RuntimeOuterClass.ReadRequest.newBuilder()
                                .setDeviceId(p4DeviceId)
                                .addAllEntities(wanted)
                                .build(),
                        answer);
        return answer.future()
                .thenApply(
                        messages ->
                                messages.stream()
                                        .flatMap(message -> message.getEntitiesList().stream())
                                        .collect(Collectors.toList()));
    }

    CompletableFuture<?> write(P4RuntimeOuterClass.WriteRequest request) {
        Rpc.Collector<P4RuntimeOuterClass.WriteResponse> answer = new Rpc.Collector<>();
        stub(DEADLINE_SECONDS).write(request, answer);
        return answer.future();
    }

    StreamObserver<StreamMessageRequest> openStream(StreamObserver<StreamMessageResponse> answers) {
        return P4RuntimeGrpc.newStub(channel).streamChannel(answers);
    }

    Uint128 electionId(long p4DeviceId) {
        StreamSession session = sessions.get(p4DeviceId);
        return session == null ? Uint128.getDefaultInstance() : session.electionId();
    }

    private StreamSession session(long p4DeviceId) {
        return sessions.computeIfAbsent(
                p4DeviceId, id -> new StreamSession(this, id, electionIds, events, this::packetIn));
    }

    private P4RuntimeGrpc.P4RuntimeStub stub(long deadlineSeconds) {
        return P4RuntimeGrpc.newStub(channel).withDeadlineAfter(deadlineSeconds, TimeUnit.SECONDS);
    }
}
