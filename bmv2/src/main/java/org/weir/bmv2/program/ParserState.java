// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.math.BigInteger;
import java.util.List;

/**
 * A state of the parser.
 *
 * @param name its name
 * @param operations its steps, in order
 * @param key parts of the value that chooses the transition; each part's bits are padded to whole
 *     bytes in the cases' values
 * @param cases tried in order
 * @param path its place in the JSON
 */
public record ParserState(
        String name, List<Primitive> operations, List<KeyPart> key, List<Case> cases, String path) {

    /**
     * A part of what is matched.
     *
     * @param expression its value
     * @param bitWidth its width
     */
    public record KeyPart(Expression expression, int bitWidth) {}

    /**
     * A transition.
     *
     * @param isDefault whether it takes everything
     * @param valueSet name of the set whose values it takes; null when it takes {@code value}
     * @param value under the mask
     * @param mask null when all bits count
     * @param nextState null when parsing ends
     */
    public record Case(
            boolean isDefault,
            String valueSet,
            BigInteger value,
            BigInteger mask,
            String nextState) {}
}
