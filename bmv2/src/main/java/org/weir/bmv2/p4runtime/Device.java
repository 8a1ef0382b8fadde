// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.weir.bmv2.Timeline;
import org.weir.bmv2.control.ControlException;
import org.weir.bmv2.control.Digest;
import org.weir.bmv2.control.ProgramException;
import org.weir.bmv2.control.SwitchControl;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketIn;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.rpc.RequestException;

/**
 * One switch as P4Runtime's clients see it: who is the primary, which pipeline runs. To be used on
 * the timeline's thread only, except where said otherwise.
 */
final class Device {

    private final long deviceId;
    private final SwitchControl control;
    private final Timeline timeline;
    private final Arbitration arbitration;
    private volatile Pipeline pipeline;
    private ForwardingPipelineConfig saved;

    Device(long deviceId, SwitchControl control, Timeline timeline) {
        this.deviceId = deviceId;
        this.control = control;
        this.timeline = timeline;
        this.arbitration = new Arbitration(deviceId);
    }

    /** Starts to pass packets and digests to the primary. */
    void start() {
        control.onPacketIn(this::packetIn);
        control.onDigest(this::digest);
    }

    /** Passes nothing on any more. */
    void stop() {
        control.onPacketIn(frame -> {});
        control.onDigest(digest -> {});
    }

    Arbitration arbitration() {
        return arbitration;
    }

    /** The running pipeline, null before one was pushed. May be called on any thread. */
    Pipeline pipeline() {
        return pipeline;
    }

    /** Refuses requests for other devices. May be called on any thread. */
    void requireDevice(long requested) {
        if (requested != deviceId) {
            throw RequestException.notFound(
                    "device_id " + requested + ": this server has only device " + deviceId);
        }
    }

    /** Runs a pipeline that no client has pushed. */
    void load(ForwardingPipelineConfig config) {
        commit(config);
    }

    /** Does what a client asks with a pipeline. */
    void setPipeline(SetForwardingPipelineConfigRequest request) {
        arbitration.requirePrimary(request.hasElectionId(), request.getElectionId());
        switch (request.getAction()) {
            case VERIFY:
                verify(request);
                break;
            case VERIFY_AND_SAVE:
                verify(request);
                saved = request.getConfig();
                break;
            case VERIFY_AND_COMMIT:
                commit(requireConfig(request));
                break;
            case COMMIT:
                if (request.hasConfig()) {
                    throw RequestException.invalid("config: must not be given with COMMIT");
                }
                if (saved == null) {
                    throw RequestException.notFound(
                            "COMMIT: no config was saved before with VERIFY_AND_SAVE");
                }
                commit(saved);
                break;
            case RECONCILE_AND_COMMIT:
                reconcile(requireConfig(request));
                break;
            default:
                throw RequestException.invalid("action: " + request.getAction() + " is none");
        }
    }

    /** Applies a batch; one that was checked against a pipeline that has gone is checked again. */
    WriteBatch write(WriteRequest request, WriteBatch checked) {
        arbitration.requirePrimary(request.hasElectionId(), request.getElectionId());
        requirePipeline();
        WriteBatch batch =
                checked != null && checked.pipeline() == pipeline
                        ? checked
                        : new WriteBatch(pipeline, request.getUpdatesList());
        batch.apply(request.getAtomicity());
        return batch;
    }

    /** What a read request selects, and for each part of it that is wrong, why. */
    record ReadResult(List<Supplier<Entity>> entities, RequestException[] errors, int failures) {}

    /** Reads entities. */
    ReadResult read(ReadRequest request) {
        requirePipeline();
        List<Supplier<Entity>> entities = new ArrayList<>();
        RequestException[] errors = new RequestException[request.getEntitiesCount()];
        int failures = 0;
        for (int i = 0; i < errors.length; i++) {
            Entity entity = request.getEntities(i);
            try {
                pipeline.kind(entity).read(entity, entities::add);
            } catch (RequestException e) {
                errors[i] = e;
                failures++;
            } catch (ControlException e) {
                errors[i] = RequestException.of(e);
                failures++;
            }
        }
        return new ReadResult(entities, errors, failures);
    }

    /**
     * Sends a client's packet into the switch.
     *
     * @throws RequestException if the client may not, or the packet's metadata are wrong
     */
    void packetOut(Arbitration.Client client, PacketOut packet) {
        requirePrimary(client, "packet");
        requirePipeline();
        control.packetOut(
                pipeline.packetOut().encode(packet.getMetadataList(), packet.getPayload()));
    }

    /** Refuses what only the primary may send on its stream. */
    void requirePrimary(Arbitration.Client client, String what) {
        if (!arbitration.isPrimary(client)) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, what + ": only the primary client may send it");
        }
    }

    private void packetIn(byte[] frame) {
        Pipeline running = pipeline;
        if (running == null || frame.length < running.packetIn().lengthBytes()) {
            return;
        }
        arbitration
                .primary()
                .ifPresent(
                        primary ->
                                primary.offer(
                                        StreamMessageResponse.newBuilder()
                                                .setPacket(
                                                        PacketIn.newBuilder()
                                                                .addAllMetadata(
                                                                        running.packetIn()
                                                                                .decode(frame))
                                                                .setPayload(
                                                                        running.packetIn()
                                                                                .payload(frame)))
                                                .build()));
    }

    private void digest(Digest digest) {
        if (pipeline != null) {
            pipeline.digests().add(digest);
        }
    }

    private void requirePipeline() {
        if (pipeline == null) {
            throw new RequestException(
                    Status.Code.FAILED_PRECONDITION,
                    "no forwarding pipeline config has been set on device " + deviceId);
        }
        if (saved != null) {
            throw new RequestException(
                    Status.Code.FAILED_PRECONDITION,
                    "a saved forwarding pipeline config waits for COMMIT; this switch takes no entries until then");
        }
    }

    private static ForwardingPipelineConfig requireConfig(
            SetForwardingPipelineConfigRequest request) {
        if (!request.hasConfig()) {
            throw RequestException.invalid("config: not given");
        }
        if (!request.getConfig().hasP4Info()) {
            throw RequestException.invalid("config, p4info: not given");
        }
        return request.getConfig();
    }

    private void verify(SetForwardingPipelineConfigRequest request) {
        ForwardingPipelineConfig config = requireConfig(request);
        newPipeline(config);
        try {
            control.checkProgram(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw RequestException.invalid("config, p4_device_config: " + e.getMessage());
        }
    }

    private void commit(ForwardingPipelineConfig config) {
        Pipeline next = newPipeline(config);
        try {
            control.loadProgram(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw RequestException.invalid("config, p4_device_config: " + e.getMessage());
        }
        if (pipeline != null) {
            pipeline.digests().stop();
        }
        pipeline = next;
        saved = null;
    }

    private Pipeline newPipeline(ForwardingPipelineConfig config) {
        ProgramCheck.check(config);
        return new Pipeline(
                config,
                control,
                timeline,
                message -> arbitration.primary().ifPresent(p -> p.offer(message)));
    }

    /** Runs another program with all that clients have written to the one before. */
    private void reconcile(ForwardingPipelineConfig config) {
        Pipeline before = pipeline;
        if (before == null) {
            commit(config);
            return;
        }
        ForwardingState state = ForwardingState.of(before);
        commit(config);
        try {
            state.restore(pipeline);
        } catch (RequestException e) {
            commit(before.config());
            state.restore(pipeline);
            throw RequestException.invalid(
                    "RECONCILE_AND_COMMIT: state cannot be kept: " + e.getMessage());
        }
    }
}
