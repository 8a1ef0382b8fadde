// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.SwitchControl.PreparedProgram;
import org.weir.bmv2.p4runtime.entity.CounterEntities;
import org.weir.bmv2.p4runtime.p4info.DeviceConfig;
import org.weir.bmv2.p4runtime.p4info.PendingStrings;
import org.weir.bmv2.p4runtime.p4info.Ports;
import org.weir.bmv2.p4runtime.role.Arbitration;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.RoleScope;
import org.weir.bmv2.p4runtime.role.WriteObserver;
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
import org.weir.bmv2.time.Timeline;

/**
 * One switch as P4Runtime's clients see it: its primaries, the running pipeline, and the saved one
 * that is not yet committed. To be used on the timeline's thread only, except where said otherwise.
 */
final class Device {

    private final long deviceId;
    private final SwitchControl control;
    private final Timeline timeline;
    private final Arbitration arbitration;
    private final IdleNotifications idleNotifications;
    private final PipelineRules rules;
    private Ports ports;
    private volatile Pipeline running;
    private volatile Pipeline saved;

    Device(long deviceId, SwitchControl control, Timeline timeline, WriteObserver observer) {
        this(deviceId, control, timeline, observer, PipelineRules.BMV2);
    }

    Device(
            long deviceId,
            SwitchControl control,
            Timeline timeline,
            WriteObserver observer,
            PipelineRules rules) {
        this.deviceId = deviceId;
        this.control = control;
        this.timeline = timeline;
        this.rules = rules;
        this.arbitration = new Arbitration(deviceId, observer);
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
     * The pipeline that reads and writes refer to: the saved one, not yet committed, or else the
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

    /** The ports that clients may name. */
    Ports ports() {
        if (ports == null) {
            ports = new Ports(control);
        }
        return ports;
    }

    /** The pipeline that is saved and not yet committed; null when there is none. */
    Pipeline saved() {
        return saved;
    }

    /**
     * Refuses clients that may not push a pipeline.
     *
     * @throws RequestException PERMISSION_DENIED
     */
    void requirePusher(RoleName role, SetForwardingPipelineConfigRequest request) {
        RoleScope scope =
                arbitration.requirePrimary(
                        role, request.hasElectionId(), request.getElectionId(), 0);
        if (!scope.mayPushPipeline()) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, role + " may not push a pipeline");
        }
    }

    /** Applies a batch; one that was checked against a pipeline that has gone is checked again. */
    WriteBatch write(RoleName role, WriteRequest request, WriteBatch checked) {
        WriteBatch batch = checked;
        try {
            RoleScope scope =
                    arbitration.requirePrimary(
                            role,
                            request.hasElectionId(),
                            request.getElectionId(),
                            request.getUpdatesCount());
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
            if (batch != null) {
                batch.discard();
            }
        }
    }

    /**
     * Entities that a read request selects, and for each part of the request that is wrong, the
     * reason.
     *
     * @param scope limits of the client's role to what it may read
     */
    record ReadResult(
            List<Supplier<Entity>> entities,
            RoleScope scope,
            RequestException[] errors,
            int failures) {}

    /** Announces the counters that a request will read. May be called on any thread. */
    void readAhead(ReadRequest request) {
        Pipeline pipeline = pipeline();
        if (pipeline != null) {
            control.readAhead(CounterEntities.cells(pipeline.index(), request.getEntitiesList()));
        }
    }

    /** Reads entities. */
    ReadResult read(RoleName role, ReadRequest request) {
        RoleScope scope = arbitration.readScope(role);
        Pipeline pipeline = requirePipeline();
        List<Supplier<Entity>> entities = new ArrayList<>();
        RequestException[] errors = new RequestException[request.getEntitiesCount()];
        int failures = 0;
        for (int i = 0; i < errors.length; i++) {
            Entity entity = request.getEntities(i);
            PendingStrings strings = new PendingStrings();
            try {
                entities.addAll(
                        decode(
                                pipeline,
                                strings,
                                () -> {
                                    List<Supplier<Entity>> found = new ArrayList<>();
                                    pipeline.kind(entity).read(entity, found::add);
                                    return found;
                                }));
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
        if (pipeline.index().hasNames()) {
            // Now, as the numbers that are sent later may have been given to other strings.
            entities.replaceAll(
                    entity -> {
                        Entity value = entity.get();
                        return () -> value;
                    });
        }
        return new ReadResult(entities, scope, errors, failures);
    }

    /** Decodes a request, a second time if numbers of strings must be given back first. */
    private static <T> T decode(Pipeline pipeline, PendingStrings strings, Supplier<T> decoding) {
        try {
            return strings.collect(decoding);
        } catch (RequestException e) {
            if (!strings.lacksNumber()) {
                throw e;
            }
            pipeline.reclaimNumbers();
            return strings.collect(decoding);
        }
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
        PendingStrings strings = new PendingStrings();
        try {
            control.packetOut(
                    decode(
                            running,
                            strings,
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

    /**
     * Checks a pipeline. May be called on any thread.
     *
     * @throws RequestException INVALID_ARGUMENT naming what is wrong
     */
    void verify(ForwardingPipelineConfig config, Ports clientPorts) {
        newPipeline(config, control, clientPorts);
        try {
            control.checkProgram(DeviceConfig.program(config));
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
    }

    /**
     * A pipeline that is ready to run here.
     *
     * @param program to be put into force with it
     */
    record ReadyPipeline(Pipeline pipeline, PreparedProgram program) {}

    /**
     * Makes a pipeline ready for {@link #commit}, which takes its time. May be called on any
     * thread.
     *
     * @throws RequestException INVALID_ARGUMENT naming what is wrong
     */
    ReadyPipeline prepare(ForwardingPipelineConfig config, Ports clientPorts) {
        Pipeline next = newPipeline(config, control, clientPorts);
        try {
            return new ReadyPipeline(next, control.prepareProgram(DeviceConfig.program(config)));
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
    }

    /**
     * Makes a pipeline ready for {@link #save}: on a switch without ports that takes writes until
     * COMMIT. Takes its time and may be called on any thread.
     *
     * @throws RequestException INVALID_ARGUMENT naming what is wrong
     */
    Pipeline prepareSpare(ForwardingPipelineConfig config, Ports clientPorts) {
        try {
            return newPipeline(config, control.spare(DeviceConfig.program(config)), clientPorts);
        } catch (ProgramException e) {
            throw wrongProgram(e);
        }
    }

    /** Lets a pipeline wait for COMMIT, in the place of one that did. */
    void save(Pipeline next) {
        next.start();
        drop(saved);
        saved = next;
    }

    /** Runs a pipeline without any state. */
    void commit(ReadyPipeline ready) {
        control.loadProgram(ready.program());
        if (running != null) {
            running.digests().stop();
        }
        ready.pipeline().start();
        running = ready.pipeline();
        drop(saved);
        saved = null;
    }

    /**
     * Runs the pipeline that waited for COMMIT, with all that clients have written to it.
     *
     * @param ready made of the same config
     */
    void commitSaved(ReadyPipeline ready) {
        move(ForwardingState.of(saved), ready, "COMMIT");
    }

    /** Runs a pipeline with all that clients have written to the one that runs. */
    void reconcile(ReadyPipeline ready) {
        if (running == null) {
            commit(ready);
        } else {
            move(ForwardingState.of(running), ready, "RECONCILE_AND_COMMIT");
        }
    }

    private void move(ForwardingState state, ReadyPipeline ready, String action) {
        ForwardingPipelineConfig before = running == null ? null : running.config();
        ForwardingState stateBefore = running == null ? null : ForwardingState.of(running);
        commit(ready);
        try {
            state.restore(running);
        } catch (RequestException e) {
            if (before == null) {
                control.reset();
                running = null;
            } else {
                // Rare, and its program has been compiled: it is made ready here and now.
                commit(prepare(before, ports()));
                stateBefore.restore(running);
            }
            throw RequestException.invalid(action + ": state cannot be kept: " + e.getMessage());
        }
    }

    private static void drop(Pipeline waiting) {
        if (waiting != null) {
            waiting.control().reset();
        }
    }

    private Pipeline newPipeline(
            ForwardingPipelineConfig config, SwitchControl target, Ports clientPorts) {
        return new Pipeline(config, target, clientPorts, timeline, arbitration, rules);
    }

    private static RequestException wrongProgram(ProgramException e) {
        return RequestException.invalid("config, p4_device_config: " + e.getMessage());
    }
}
