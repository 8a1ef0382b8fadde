// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * A hash or checksum over fields.
 *
 * @param name its name
 * @param algorithm such as {@code crc16}
 * @param inputs its inputs, one after the other
 * @param path its place in the JSON
 */
public record Calculation(String name, String algorithm, List<Input> inputs, String path) {

    /**
     * A piece of input.
     *
     * @param expression a field, a constant, a header or the payload
     * @param bitWidth of a constant; otherwise 0
     */
    public record Input(Expression expression, int bitWidth) {}
}
