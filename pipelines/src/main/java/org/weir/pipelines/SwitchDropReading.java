// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Packets that a program dropped before they came to a queue, since its counters began. */
public final class SwitchDropReading {

    private final Map<ProgramDrop, Long> packets;

    /**
     * A reading.
     *
     * @param packets packets by cause; a cause is absent that the program has no counter of
     */
    public SwitchDropReading(Map<ProgramDrop, Long> packets) {
        EnumMap<ProgramDrop, Long> copy = new EnumMap<>(ProgramDrop.class);
        copy.putAll(packets);
        this.packets = Collections.unmodifiableMap(copy);
    }

    /** Packets by cause; a cause is absent that the program has no counter of. */
    public Map<ProgramDrop, Long> packets() {
        return packets;
    }
}
