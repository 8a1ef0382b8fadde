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
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestListAck;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketIn;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.rpc.RequestException;

/**
 * One switch as P4Runtime's clients see it: who is the primary, which pipeline runs, and which one
 * waits for COMMIT. To be used on the timeline's thread only, except where said otherwise.
 */
final class Device {

    private final long deviceId;
    private final SwitchControl control;
    private final Timeline timeline;
    private final Arbitration arbitration;
    private final IdleNotifications idleNotifications;
    private Ports ports;
    private volatile Pipeline running;
    private volatile Pipeline saved;

    Device(long deviceId, SwitchControl control, Timeline timeline) {
        this.deviceId = deviceId;
        this.control = control;
        this.timeline = timeline;
        this.arbitration = new Arbitration(deviceId);
        this.idleNotifications = new IdleNotifications(arbitration, timeline);
    }

    /** Starts to pass packets, digests and idle entries to the primaries. */
    void start() {
        control.onPacketIn(this::packetIn);
        control.onDigest(this::digest);
        control.onIdleEntry(
                idle -> {
                    if (running != null) {
                        idleNotifications.add(running, idle);
                    }
                });
    }

    /** Passes nothing on any more. */
    void stop() {
        control.onPacketIn(frame -> {});
        control.onDigest(digest -> {});
        control.onIdleEntry(idle -> {});
        drop(saved);
        saved = null;
    }

    Arbitration arbitration() {
        return arbitration;
    }

    /**
     * The pipeline that reads and writes refer to: the one that waits for COMMIT, or else the
     * running one; null before one was pushed. May be called on any thread.
     */
    Pipeline pipeline() {
        Pipeline waiting = saved;
        return waiting != null ? waiting : running;
    }

    /** Refuses requests for other devices. May be called on any thread. */
    void requireDevice(long requested) {
        if (requested != deviceId) {
            throw RequestException.notFound(
                    "device_id "
                            + Long.toUnsignedString(requested)
                            + ": this server has only device "
                            + deviceId);
        }
    }

    /** Runs a pipeline that no client has pushed. */
    void load(ForwardingPipelineConfig config) {
        commit(config);
    }

    /** Does what a client asks with a pipeline. */
    void setPipeline(RoleName role, SetForwardingPipelineConfigRequest request) {
        RoleScope scope =
                arbitration.requirePrimary(role, request.hasElectionId(), request.getElectionId());
        if (!scope.mayPushPipeline()) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, role + " may not push a pipeline");
        }
        switch (request.getAction()) {
            case VERIFY:
                verify(requireConfig(request));
                break;
            case VERIFY_AND_SAVE:
                save(requireConfig(request));
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
                move(ForwardingState.of(saved), saved.config(), "COMMIT");
                break;
            case RECONCILE_AND_COMMIT:
                ForwardingPipelineConfig config = requireConfig(request);
                if (running == null) {
                    commit(config);
                } else {
                    move(ForwardingState.of(running), config, "RECONCILE_AND_COMMIT");
                }
                break;
            default:
                throw RequestException.invalid("action: " + request.getAction() + " is none");
        }
    }

    /** Applies a batch; one that was checked against a pipeline that has gone is checked again. */
    WriteBatch write(RoleName role, WriteRequest request, WriteBatch checked) {
        WriteBatch batch = checked;
        try {
            RoleScope scope =
                    arbitration.requirePrimary(
                            role, request.hasElectionId(), request.getElectionId());
            Pipeline pipeline = requirePipeline();
            if (batch == null || batch.pipeline() != pipeline) {
                batch = new WriteBatch(pipeline, request.getUpdatesList());
            }
            batch.apply(request.getAtomicity(), role, scope);
            return batch;
        } finally {
            if (checked != null) {
                checked.discard();
            }
        }
    }

    /**
     * What a read request selects, and for each part of it that is wrong, why.
     *
     * @param scope what of it the client's role lets through
     */
    record ReadResult(
            List<Supplier<Entity>> entities,
            RoleScope scope,
            RequestException[] errors,
            int failures) {}

    /** Reads entities. */
    ReadResult read(RoleName role, ReadRequest request) {
        RoleScope scope = arbitration.scope(role);
        Pipeline pipeline = requirePipeline();
        List<Supplier<Entity>> entities = new ArrayList<>();
        RequestException[] errors = new RequestException[request.getEntitiesCount()];
        int failures = 0;
        for (int i = 0; i < errors.length; i++) {
            Entity entity = request.getEntities(i);
            NewStrings strings = new NewStrings();
            try {
                strings.collect(
                        () -> {
                            pipeline.kind(entity).read(entity, entities::add);
                            return null;
                        });
            } catch (RequestException e) {
                errors[i] = e;
                failures++;
            } catch (ControlException e) {
                errors[i] = RequestException.of(e);
                failures++;
            } finally {
                strings.release();
            }
        }
        return new ReadResult(entities, scope, errors, failures);
    }

    /**
     * Sends a client's packet into the switch.
     *
     * @throws RequestException if the client may not, or the packet's metadata are wrong
     */
    void packetOut(Arbitration.Client client, PacketOut packet) {
        arbitration.requirePrimary(client, "packet");
        if (running == null) {
            throw noPipeline();
        }
        NewStrings strings = new NewStrings();
        try {
            control.packetOut(
                    strings.collect(
                            () ->
                                    running.packetOut()
                                            .encode(
                                                    packet.getMetadataList(),
                                                    packet.getPayload())));
            strings.keep();
        } finally {
            strings.release();
        }
    }

    /**
     * Takes a client's word that it has acted on a digest list.
     *
     * @throws RequestException if the client may not, or the P4Info has no such digest
     */
    void acknowledge(Arbitration.Client client, DigestListAck ack) {
        arbitration.requirePrimary(client, "digest_ack");
        if (running == null) {
            throw noPipeline();
        }
        running.digests().acknowledge(ack);
    }

    private void packetIn(byte[] frame) {
        if (running == null || frame.length < running.packetIn().lengthBytes()) {
            return;
        }
        List<PacketMetadata> metadata = running.packetIn().decode(frame);
        arbitration.offerToPrimaries(
                scope -> scope.receives(metadata),
                StreamMessageResponse.newBuilder()
                        .setPacket(
                                PacketIn.newBuilder()
                                        .addAllMetadata(metadata)
                                        .setPayload(running.packetIn().payload(frame)))
                        .build());
    }

    private void digest(Digest digest) {
        if (running != null) {
            running.digests().add(digest);
        }
    }

    private Pipeline requirePipeline() {
        Pipeline pipeline = pipeline();
        if (pipeline == null) {
            throw noPipeline();
        }
        return pipeline;
    }

    private RequestException noPipeline() {
        return new RequestException(
                Status.Code.FAILED_PRECONDITION,
                "no forwarding pipeline config has been set on device " + deviceId);
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

    private void verify(ForwardingPipelineConfig config) {
        newPipeline(config, control);
        try {
            control.checkProgram(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
    }

    /** Sets up a switch without ports that takes writes until COMMIT. */
    private void save(ForwardingPipelineConfig config) {
        SwitchControl spare;
        try {
            spare = control.spare(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
        Pipeline next = newPipeline(config, spare);
        next.start();
        drop(saved);
        saved = next;
    }

    private void commit(ForwardingPipelineConfig config) {
        Pipeline next = newPipeline(config, control);
        try {
            control.loadProgram(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
        if (running != null) {
            running.digests().stop();
        }
        next.start();
        running = next;
        drop(saved);
        saved = null;
    }

    private static void drop(Pipeline waiting) {
        if (waiting != null) {
            waiting.control().reset();
        }
    }

    /** Runs a program with all that clients have written to another. */
    private void move(ForwardingState state, ForwardingPipelineConfig config, String action) {
        ForwardingPipelineConfig before = running == null ? null : running.config();
        ForwardingState stateBefore = running == null ? null : ForwardingState.of(running);
        commit(config);
        try {
            state.restore(running);
        } catch (RequestException e) {
            if (before == null) {
                control.reset();
                running = null;
            } else {
                commit(before);
                stateBefore.restore(running);
            }
            throw RequestException.invalid(action + ": state cannot be kept: " + e.getMessage());
        }
    }

    private Pipeline newPipeline(ForwardingPipelineConfig config, SwitchControl target) {
        return new Pipeline(config, target, ports(), timeline, arbitration);
    }

    private Ports ports() {
        if (ports == null) {
            ports = new Ports(control);
        }
        return ports;
    }

    private static RequestException wrongProgram(ProgramException e) {
        return RequestException.invalid("config, p4_device_config: " + e.getMessage());
    }
}
