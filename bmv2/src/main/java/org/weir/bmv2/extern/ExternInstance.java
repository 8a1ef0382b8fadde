// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.math.BigInteger;
import java.util.Map;

/**
 * An extern as a program declares it.
 *
 * @param name of the object, such as {@code Ingress.sum}; of a function, its own
 * @param type P4 name of its type; of a function, its own
 * @param numbers the constructor's arguments that are numbers, by the parameter's name
 * @param texts those that are strings
 */
public record ExternInstance(
        String name, String type, Map<String, BigInteger> numbers, Map<String, String> texts) {

    /** Keeps copies. */
    public ExternInstance {
        numbers = Map.copyOf(numbers);
        texts = Map.copyOf(texts);
    }

    /** A function's. */
    public static ExternInstance ofFunction(String name) {
        return new ExternInstance(name, name, Map.of(), Map.of());
    }
}
