// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.mixed;

import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Tunables of a {@link MixedReaction} beside those of its two parts, declared once: field of the
 * {@code reaction}, default, unit, range and meaning.
 */
public enum MixedTunable implements DeclaredNumber {
    LASTING_MS(
            "lastingMs",
            2000,
            "ms",
            1,
            86_400_000,
            "Time for which a flow's packets must have waited for its rate, less the time for which"
                    + " none did, until the flow counts as lasting. Larger: long messages get and"
                    + " give up rates sooner. Smaller: the shares of λ* are kept sooner."
                    + " Example: packets of a flow wait for 2.5 s, none for 0.5 s. Then the flow"
                    + " lasts. The default is longer than most messages, and a fifth of the"
                    + " controller's period."),
    LARGE_PART(
            "largePart",
            0.1,
            "",
            0.001,
            1,
            "Part of its class's arrival rate from which a flow that waited for lastingMs counts as"
                    + " lasting, where switches mark by depth. Below half of it a flow is a message"
                    + " again. Larger: more long flows among messages keep growing. Smaller: the"
                    + " shares of λ* are kept with more flows in a class. Example: λ is 20 Mb/s. A"
                    + " flow counts as lasting from 2 Mb/s on, until it is below 1 Mb/s. The default"
                    + " is a tenth, because bursts of other flows cause most of the queue that a"
                    + " smaller flow meets.");

    private final double normal;
    private final NumberDeclaration declaration;

    MixedTunable(
            String fieldName, double normal, String unit, double min, double max, String help) {
        this.normal = normal;
        declaration =
                new NumberDeclaration(
                        fieldName, ReferenceTable.number(normal), unit, min, max, help);
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The value where nothing else is said. */
    public double defaultValue() {
        return normal;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
