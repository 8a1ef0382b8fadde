// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

/**
 * A number that an operator may change: a constant of an enum, declared once with its name,
 * default, unit, range and meaning. Readers check the range, and {@code docs/tunables.md} is
 * generated from the declarations.
 */
public interface DeclaredNumber {

    /** Name, default, unit, range and meaning. */
    NumberDeclaration declaration();

    /** The name in the file that sets it. */
    default String fieldName() {
        return declaration().fieldName();
    }

    /** The unit, empty for a plain number. */
    default String unit() {
        return declaration().unit();
    }

    /** Smallest allowed value. */
    default double min() {
        return declaration().min();
    }

    /** Largest allowed value. */
    default double max() {
        return declaration().max();
    }

    /** Meaning of the number, in whole sentences. */
    default String help() {
        return declaration().help();
    }
}
