// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

/**
 * A field of a header instance.
 *
 * @param header its header
 * @param index of the field in the header's type; {@link #VALIDITY} for whether the header is valid
 */
public record FieldRef(Header header, int index) {

    /** The index that stands for a header's validity, a field of one bit. */
    public static final int VALIDITY = -1;

    private static final FieldType VALIDITY_TYPE = new FieldType("$valid$", 1, false, false);

    /** The type of the field. */
    public FieldType type() {
        return index == VALIDITY ? VALIDITY_TYPE : header.type().fields().get(index);
    }

    @Override
    public String toString() {
        return header.name() + "." + type().name();
    }
}
