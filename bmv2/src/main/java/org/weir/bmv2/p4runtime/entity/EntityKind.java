// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Writing and reading of one kind of P4Runtime's entities. */
public interface EntityKind {

    /**
     * Checks an update against the P4Info. May be called on any thread, and touches nothing of the
     * switch.
     *
     * @throws RequestException if it is wrong whatever the switch's state
     */
    Operation prepare(Update.Type type, Entity entity);

    /**
     * Reads the entities that a request selects. To be called on the timeline's thread; the
     * suppliers passed to {@code out} may be evaluated on any thread later, so that messages are
     * not built at the packets' expense.
     *
     * @throws RequestException if the request is wrong
     */
    void read(Entity request, Consumer<Supplier<Entity>> out);
}
