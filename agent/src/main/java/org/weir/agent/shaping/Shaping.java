// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import org.weir.agent.flow.Shape;
import org.weir.agent.flow.SlotTraffic;

/** The limits that flows are held to. */
public interface Shaping extends AutoCloseable {
    /**
     * Puts shapes into force, in the place of those before.
     *
     * @throws IOException if that is not possible; the shapes before are then in force in part
     */
    void apply(Collection<Shape> shapes) throws IOException;

    /** Counters of the shapes in force, by slot. */
    Map<Integer, SlotTraffic> traffic() throws IOException;

    /**
     * Makes everything anew if somebody else has taken a part of it away, or tc has ended.
     *
     * @return true if so
     */
    boolean check() throws IOException;

    /** Makes everything anew, with the shapes that were last put into force. */
    void repair() throws IOException;

    /** Takes away everything that was installed. */
    @Override
    void close();
}
