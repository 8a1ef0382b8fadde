// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

import java.util.List;

/**
 * Type of headers: a name and fields.
 *
 * @param name its name
 * @param fields from the first bit on the wire to the last
 * @param maxBytes longest such header in bytes, for types with a field of variable width; otherwise
 *     0
 */
public record HeaderType(String name, List<FieldType> fields, int maxBytes) {

    /** Index of a field by name; −1 when there is none. */
    public int indexOf(String field) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(field)) {
                return i;
            }
        }
        return -1;
    }

    /** Bits of all fields of fixed width. */
    public int fixedBits() {
        return fields.stream()
                .filter(field -> !field.isVariable())
                .mapToInt(FieldType::bitWidth)
                .sum();
    }

    /** Whether a field has variable width. */
    public boolean isVariable() {
        return fields.stream().anyMatch(FieldType::isVariable);
    }
}
