// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.app.ClassView;
import org.weir.app.TargetsView;

/** Classes as text for the shell. */
final class ClassText {

    private ClassText() {}

    /**
     * A table of classes; under it their match rules.
     *
     * @param classes what to write
     * @return the lines
     */
    static List<String> lines(List<ClassView> classes) {
        TextTable table =
                new TextTable(
                        "class",
                        "index",
                        "kind",
                        "importance",
                        "delay ms",
                        "p99 delay ms",
                        "loss",
                        "min rate bit/s",
                        "");
        for (ClassView one : classes) {
            TargetsView targets = one.targets();
            table.row(
                    one.name(),
                    String.valueOf(one.index()),
                    one.kind(),
                    plain(one.importance()),
                    plain(targets.delayMs()),
                    plain(targets.p99DelayMs()),
                    plain(targets.lossFraction()),
                    plain(targets.minRateBps()),
                    "");
        }
        List<String> lines = new ArrayList<>(table.lines());
        for (ClassView one : classes) {
            one.matches().forEach(rule -> lines.add(one.name() + " matches " + rule));
        }
        return lines;
    }

    private static String plain(OptionalDouble value) {
        return value.isPresent() ? plain(value.getAsDouble()) : "-";
    }

    private static String plain(double value) {
        return new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString();
    }
}
