// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.p4runtime.p4info.P4InfoText;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.RoleScope;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.rpc.TimelineCalls;
import org.weir.bmv2.time.Timeline;

/**
 * Sets a switch up from files before any client of P4Runtime, or without one, by the same checks
 * and code as theirs. It needs not be the primary.
 */
public final class LocalClient {

    private final Device device;
    private final long deviceId;

    /** Null when the caller's thread is the timeline's. */
    private final TimelineCalls calls;

    LocalClient(Device device, long deviceId, TimelineCalls calls) {
        this.device = device;
        this.deviceId = deviceId;
        this.calls = calls;
    }

    /**
     * Client of a switch without a server. To be used on the timeline's thread, or before the
     * timeline runs.
     */
    public static LocalClient without(SwitchControl control, Timeline timeline, long deviceId) {
        return new LocalClient(
                new Device(deviceId, control, timeline, WriteObserver.NONE), deviceId, null);
    }

    private <T> T call(Supplier<T> task) {
        return calls == null ? task.get() : calls.call(task);
    }

    /**
     * Runs a pipeline.
     *
     * @param p4info the program's P4Info as {@code p4c} writes it, in protobuf's text format
     * @param json the program as {@code p4c-bm2-ss} writes it
     * @throws ProgramException if either is wrong or they do not belong together
     */
    public void loadPipeline(String p4info, byte[] json) throws ProgramException {
        ForwardingPipelineConfig config =
                ForwardingPipelineConfig.newBuilder()
                        .setP4Info(P4InfoText.read(p4info))
                        .setP4DeviceConfig(ByteString.copyFrom(json))
                        .build();
        try {
            Device.ReadyPipeline ready = device.prepare(config, call(device::ports));
            call(
                    () -> {
                        device.commit(ready);
                        return ready;
                    });
        } catch (RequestException e) {
            throw new ProgramException(e.getMessage(), e);
        }
    }

    /**
     * Applies a write request; its role and election id do not matter.
     *
     * @param text a {@code p4.v1.WriteRequest} in protobuf's text format
     * @return refused updates, each with its number counted from 1; empty when all were applied
     * @throws ProgramException with line and column if the text is no such request, or if it is
     *     meant for another device
     */
    public List<String> write(String text) throws ProgramException {
        WriteRequest request = EntriesText.read(text);
        if (request.getDeviceId() != 0 && request.getDeviceId() != deviceId) {
            throw new ProgramException(
                    "device_id %d: this is device %d (0 fits any)"
                            .formatted(request.getDeviceId(), deviceId));
        }
        WriteBatch batch =
                call(
                        () -> {
                            WriteBatch checked =
                                    new WriteBatch(device.pipeline(), request.getUpdatesList());
                            checked.apply(request.getAtomicity(), RoleName.DEFAULT, RoleScope.FULL);
                            return checked;
                        });
        return batch.succeeded() ? List.of() : refusals(request, batch);
    }

    private static List<String> refusals(WriteRequest request, WriteBatch batch) {
        List<String> refusals = new ArrayList<>();
        List<Any> details = batch.status().getDetailsList();
        for (int i = 0; i < details.size(); i++) {
            P4RuntimeOuterClass.Error error;
            try {
                error = details.get(i).unpack(P4RuntimeOuterClass.Error.class);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
            // Those that were taken back say nothing of their own.
            if (error.getCanonicalCode() != Status.Code.OK.value()
                    && error.getCanonicalCode() != Status.Code.ABORTED.value()) {
                Update update = request.getUpdates(i);
                refusals.add(
                        "update %d of %d (%s %s): %s"
                                .formatted(
                                        i + 1,
                                        details.size(),
                                        update.getType(),
                                        update.getEntity()
                                                .getEntityCase()
                                                .name()
                                                .toLowerCase(Locale.ROOT),
                                        error.getMessage()));
            }
        }
        return refusals;
    }
}
