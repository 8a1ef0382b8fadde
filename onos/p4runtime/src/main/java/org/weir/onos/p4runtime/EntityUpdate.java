// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiEntityType;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;

/** One update of a write request and, once the switch has answered, its outcome. */
final class EntityUpdate implements EntityUpdateResponse {

    private final UpdateType type;
    private final PiHandle handle;
    private final PiEntity entity;
    private volatile EntityUpdateStatus status = EntityUpdateStatus.PENDING;
    private volatile String explanation = "";
    private volatile Throwable throwable;

    /** {@code entity} is null for a deletion by handle. */
    EntityUpdate(UpdateType type, PiHandle handle, PiEntity entity) {
        this.type = type;
        this.handle = handle;
        this.entity = entity;
    }

    void succeeded() {
        status = EntityUpdateStatus.OK;
    }

    void failed(EntityUpdateStatus failure, String reason, Throwable cause) {
        status = failure;
        explanation = reason;
        throwable = cause;
    }

    @Override
    public PiHandle handle() {
        return handle;
    }

    @Override
    public PiEntity entity() {
        return entity;
    }

    @Override
    public UpdateType updateType() {
        return type;
    }

    @Override
    public PiEntityType entityType() {
        return handle.entityType();
    }

    @Override
    public boolean isSuccess() {
        return status == EntityUpdateStatus.OK;
    }

    @Override
    public EntityUpdateStatus status() {
        return status;
    }

    @Override
    public String explanation() {
        return explanation;
    }

    @Override
    public Throwable throwable() {
        return throwable;
    }

    @Override
    public String toString() {
        return type + " " + (entity == null ? handle : entity) + ": " + status + " " + explanation;
    }
}
