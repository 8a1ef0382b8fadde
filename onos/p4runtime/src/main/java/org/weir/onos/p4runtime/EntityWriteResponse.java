// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;

/** Results of the updates of a write request. */
final class EntityWriteResponse implements WriteResponse {

    private final List<EntityUpdateResponse> updates;

    EntityWriteResponse(List<EntityUpdate> updates) {
        this.updates = ImmutableList.copyOf(updates);
    }

    @Override
    public boolean isSuccess() {
        return updates.stream().allMatch(EntityUpdateResponse::isSuccess);
    }

    @Override
    public Collection<EntityUpdateResponse> all() {
        return updates;
    }

    @Override
    public Collection<EntityUpdateResponse> success() {
        return only(EntityUpdateResponse::isSuccess);
    }

    @Override
    public Collection<EntityUpdateResponse> failed() {
        return only(update -> !update.isSuccess());
    }

    @Override
    public Collection<EntityUpdateResponse> status(EntityUpdateStatus status) {
        return only(update -> update.status() == status);
    }

    private Collection<EntityUpdateResponse> only(Predicate<EntityUpdateResponse> wanted) {
        return updates.stream().filter(wanted).collect(Collectors.toList());
    }
}
