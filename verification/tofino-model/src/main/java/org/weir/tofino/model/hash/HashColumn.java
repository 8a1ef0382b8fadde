// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.hash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.phv.Phv;

/** One bit of a hash: the parity of bits of the PHV. */
final class HashColumn {

    /** Bits of a container that count. */
    record Input(int containerId, int mask) {}

    private final int[] containerIds;
    private final int[] masks;

    HashColumn(List<Input> inputs) {
        containerIds = inputs.stream().mapToInt(Input::containerId).toArray();
        masks = inputs.stream().mapToInt(Input::mask).toArray();
    }

    /** Sum of columns modulo 2: the bits that occur in an odd number of them. */
    static HashColumn sum(List<HashColumn> columns) {
        Map<Integer, Integer> masks = new HashMap<>();
        for (HashColumn column : columns) {
            for (int i = 0; i < column.masks.length; i++) {
                masks.merge(column.containerIds[i], column.masks[i], (a, b) -> a ^ b);
            }
        }
        List<Input> inputs = new ArrayList<>();
        masks.forEach((id, mask) -> inputs.add(new Input(id, mask)));
        return new HashColumn(inputs);
    }

    /** The only bit it depends on, or null. */
    Input single() {
        return masks.length == 1 && Integer.bitCount(masks[0]) == 1
                ? new Input(containerIds[0], masks[0])
                : null;
    }

    int value(Phv phv) {
        int bits = 0;
        for (int i = 0; i < masks.length; i++) {
            bits ^= phv.raw(containerIds[i]) & masks[i];
        }
        return Integer.bitCount(bits) & 1;
    }
}
