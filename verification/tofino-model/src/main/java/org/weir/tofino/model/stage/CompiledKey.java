// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/** An entry's key as bits of containers, for one stage. */
final class CompiledKey {

    private record Range(KeyField field, long first, long last) {}

    private final int[] containerIds;
    private final int[] values;
    private final int[] masks;
    private final List<Range> ranges;

    private CompiledKey(Builder builder) {
        int count = builder.byContainer.size();
        containerIds = new int[count];
        values = new int[count];
        masks = new int[count];
        int i = 0;
        for (Map.Entry<Integer, int[]> entry : builder.byContainer.entrySet()) {
            containerIds[i] = entry.getKey();
            values[i] = entry.getValue()[0];
            masks[i] = entry.getValue()[1];
            i++;
        }
        ranges = builder.ranges;
    }

    boolean matches(Phv phv) {
        for (int i = 0; i < masks.length; i++) {
            if (((phv.raw(containerIds[i]) ^ values[i]) & masks[i]) != 0) {
                return false;
            }
        }
        for (Range range : ranges) {
            long value = range.field.value(phv);
            if (value < range.first || value > range.last) {
                return false;
            }
        }
        return true;
    }

    /** Whether there are wires for all that the entry asks. */
    boolean isWired(InputCrossbar crossbar) {
        for (int i = 0; i < masks.length; i++) {
            if (!crossbar.isWired(containerIds[i], masks[i])) {
                return false;
            }
        }
        return ranges.stream()
                .flatMap(range -> range.field.pieces().stream())
                .map(PhvNames.Piece::slice)
                .allMatch(slice -> crossbar.isWired(slice.container().id(), slice.mask()));
    }

    /** Forgets what the entry asks of bits that have no wires. */
    void forgetUnwired(InputCrossbar crossbar) {
        for (int i = 0; i < masks.length; i++) {
            masks[i] = crossbar.wired(containerIds[i], masks[i]);
        }
    }

    /** Collects what an entry asks. */
    static final class Builder {

        private final Map<Integer, int[]> byContainer = new TreeMap<>();
        private final List<Range> ranges = new ArrayList<>();

        void bits(Slice slice, long value, long mask) {
            int[] valueAndMask =
                    byContainer.computeIfAbsent(slice.container().id(), id -> new int[2]);
            int mine = (int) (mask << slice.bits().lo()) & slice.mask();
            valueAndMask[0] |= (int) (value << slice.bits().lo()) & mine;
            valueAndMask[1] |= mine;
        }

        void range(KeyField field, long first, long last) {
            ranges.add(new Range(field, first, last));
        }

        CompiledKey build() {
            return new CompiledKey(this);
        }
    }
}
