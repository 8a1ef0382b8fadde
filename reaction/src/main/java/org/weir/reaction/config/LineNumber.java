// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;

/** Tunable whose default may depend on the rate of a sender's line. */
interface LineNumber extends DeclaredNumber {

    /** Unit of rates. */
    String RATE = "bit/s";

    /** The declaration with the default. */
    Normal normal();

    @Override
    default NumberDeclaration declaration() {
        return normal().declaration();
    }

    /** The value where nothing else is said, for a line of a rate, bit/s. */
    default double defaultValue(long lineBps) {
        double value = normal().value();
        return unit().equals(RATE) ? Math.max(min(), Math.floor(value * lineBps)) : value;
    }

    /**
     * A declaration with its default.
     *
     * @param value the default in the declaration's unit; of a rate, as a part of the line's rate
     */
    record Normal(NumberDeclaration declaration, double value) {}
}
