// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.Atomicity;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;
import org.onosproject.p4runtime.ctl.codec.CodecException;
import org.onosproject.p4runtime.ctl.codec.Codecs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass;

/** Collects updates and sends them in one Write. Not for use by several threads at once. */
final class EntityWriteRequest implements WriteRequest {

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceClient client;
    private final long p4DeviceId;
    private final PiPipeconf pipeconf;
    private final List<EntityUpdate> updates = new ArrayList<>();
    private Atomicity atomicity = Atomicity.CONTINUE_ON_ERROR;

    EntityWriteRequest(DeviceClient client, long p4DeviceId, PiPipeconf pipeconf) {
        this.client = client;
        this.p4DeviceId = p4DeviceId;
        this.pipeconf = pipeconf;
    }

    @Override
    public WriteRequest withAtomicity(Atomicity wanted) {
        atomicity = wanted;
        return this;
    }

    @Override
    public WriteRequest insert(PiEntity entity) {
        return entity(entity, UpdateType.INSERT);
    }

    @Override
    public WriteRequest insert(Iterable<? extends PiEntity> entities) {
        return entities(entities, UpdateType.INSERT);
    }

    @Override
    public WriteRequest modify(PiEntity entity) {
        return entity(entity, UpdateType.MODIFY);
    }

    @Override
    public WriteRequest modify(Iterable<? extends PiEntity> entities) {
        return entities(entities, UpdateType.MODIFY);
    }

    @Override
    public WriteRequest delete(PiHandle handle) {
        updates.add(new EntityUpdate(UpdateType.DELETE, handle, null));
        return this;
    }

    @Override
    public WriteRequest delete(Iterable<? extends PiHandle> handles) {
        handles.forEach(this::delete);
        return this;
    }

    @Override
    public WriteRequest entity(PiEntity entity, UpdateType type) {
        updates.add(new EntityUpdate(type, entity.handle(client.deviceId()), entity));
        return this;
    }

    @Override
    public WriteRequest entities(Iterable<? extends PiEntity> entities, UpdateType type) {
        entities.forEach(entity -> entity(entity, type));
        return this;
    }

    @Override
    public Collection<EntityUpdateRequest> pendingUpdates() {
        return ImmutableList.copyOf(updates);
    }

    @Override
    public WriteResponse submitSync() {
        return submit().join();
    }

    /** Never completes exceptionally: each update of the response has its own result. */
    @Override
    public CompletableFuture<WriteResponse> submit() {
        P4RuntimeOuterClass.WriteRequest.Builder request =
                P4RuntimeOuterClass.WriteRequest.newBuilder()
                        .setDeviceId(p4DeviceId)
                        .setElectionId(client.electionId(p4DeviceId))
                        .setAtomicity(
                                P4RuntimeOuterClass.WriteRequest.Atomicity.valueOf(
                                        atomicity.name()));
        List<EntityUpdate> sent = new ArrayList<>();
        for (EntityUpdate update : updates) {
            try {
                request.addUpdates(encode(update));
                sent.add(update);
            } catch (CodecException | RuntimeException e) {
                update.failed(EntityUpdateStatus.CODEC_ERROR, e.getMessage(), e);
            }
        }
        EntityWriteResponse response = new EntityWriteResponse(updates);
        boolean allOrNothing = atomicity != Atomicity.CONTINUE_ON_ERROR;
        if (allOrNothing && sent.size() < updates.size()) {
            sent.forEach(
                    update ->
                            update.failed(
                                    EntityUpdateStatus.OTHER_ERROR,
                                    "not sent: another update of the batch cannot be encoded",
                                    null));
            sent.clear();
        }
        if (sent.isEmpty()) {
            report(response);
            return CompletableFuture.completedFuture(response);
        }
        return client.write(request.build())
                .handle(
                        (answer, failure) -> {
                            if (failure == null) {
                                sent.forEach(EntityUpdate::succeeded);
                            } else {
                                WriteOutcome.apply(failure, sent);
                            }
                            report(response);
                            return response;
                        });
    }

    private P4RuntimeOuterClass.Update encode(EntityUpdate update) throws CodecException {
        P4RuntimeOuterClass.Entity entity =
                update.updateType() == UpdateType.DELETE
                        ? Codecs.CODECS.handle().encode(update.handle(), null, pipeconf)
                        : Codecs.CODECS.entity().encode(update.entity(), null, pipeconf);
        return P4RuntimeOuterClass.Update.newBuilder()
                .setType(P4RuntimeOuterClass.Update.Type.valueOf(update.updateType().name()))
                .setEntity(entity)
                .build();
    }

    private void report(WriteResponse response) {
        if (!response.isSuccess()) {
            log.warn(
                    "{}: {} of {} updates failed: {}",
                    client.deviceId(),
                    response.failed().size(),
                    response.all().size(),
                    response.failed().stream()
                            .limit(10)
                            .map(Object::toString)
                            .collect(Collectors.joining("; ")));
        }
    }
}
