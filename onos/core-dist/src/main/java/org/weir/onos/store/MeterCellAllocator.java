// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.Set;
import org.onosproject.net.meter.MeterCellId;
import org.onosproject.net.meter.MeterFeatures;
import org.onosproject.net.meter.MeterId;
import org.onosproject.net.meter.MeterKey;
import org.onosproject.net.pi.model.PiMeterId;
import org.onosproject.net.pi.runtime.PiMeterCellId;

/**
 * Hands out the cells of a device's meter tables, each to one meter at a time. The set of cells in
 * use is shared by all nodes; adding to it decides who has a cell.
 */
final class MeterCellAllocator {
    private final Set<MeterKey> used;

    MeterCellAllocator(Set<MeterKey> used) {
        this.used = used;
    }

    /** The lowest free cell of a table, or null when all are in use. */
    MeterCellId allocate(MeterFeatures table) {
        // One look at the whole set, so that cells known to be in use cost no round trip each.
        Set<MeterKey> knownUsed = Set.copyOf(used);
        for (long index = Math.max(table.startIndex(), 0); index <= table.endIndex(); index++) {
            MeterCellId cell = cell(table, index);
            MeterKey key = MeterKey.key(table.deviceId(), cell);
            if (!knownUsed.contains(key) && used.add(key)) {
                return cell;
            }
        }
        return null;
    }

    void free(MeterKey key) {
        used.remove(key);
    }

    private static MeterCellId cell(MeterFeatures table, long index) {
        return table.scope().isGlobal()
                ? MeterId.meterId(index)
                : PiMeterCellId.ofIndirect(PiMeterId.of(table.scope().id()), index);
    }
}
