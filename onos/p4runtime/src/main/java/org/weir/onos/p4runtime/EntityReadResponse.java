// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;

/** Answer of a switch to a read: all entities asked for, or the reason for which there are none. */
final class EntityReadResponse implements ReadResponse {

    private final List<PiEntity> entities;
    private final String explanation;
    private final Throwable throwable;

    private EntityReadResponse(List<PiEntity> entities, String explanation, Throwable throwable) {
        this.entities = ImmutableList.copyOf(entities);
        this.explanation = explanation;
        this.throwable = throwable;
    }

    static EntityReadResponse of(List<PiEntity> entities) {
        return new EntityReadResponse(entities, null, null);
    }

    /** A failed read has no entities: half a table must not be taken for the whole. */
    static EntityReadResponse failed(String explanation, Throwable throwable) {
        return new EntityReadResponse(ImmutableList.of(), explanation, throwable);
    }

    @Override
    public boolean isSuccess() {
        return explanation == null;
    }

    @Override
    public Collection<PiEntity> all() {
        return entities;
    }

    @Override
    public <E extends PiEntity> Collection<E> all(Class<E> type) {
        return entities.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .collect(Collectors.toList());
    }

    @Override
    public String explanation() {
        return explanation == null ? "" : explanation;
    }

    @Override
    public Throwable throwable() {
        return throwable;
    }
}
