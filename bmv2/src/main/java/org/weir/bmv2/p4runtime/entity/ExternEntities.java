// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ExternEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Externs that P4Runtime has no entity of its own for; v1model has none. */
public final class ExternEntities implements EntityKind {

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        throw unknown(entity.getExternEntry());
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        ExternEntry filter = request.getExternEntry();
        // All of them are none, as a client asks that saves all of a switch's state.
        if (filter.getExternTypeId() != 0 || filter.getExternId() != 0) {
            throw unknown(filter);
        }
    }

    private static RequestException unknown(ExternEntry entry) {
        return RequestException.unimplemented(
                String.format(
                        "extern_entry, extern_type_id 0x%08x: v1model has no such extern",
                        entry.getExternTypeId()));
    }
}
