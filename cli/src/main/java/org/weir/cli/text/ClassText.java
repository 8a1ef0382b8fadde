// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;

/** Classes as text for the shell. */
public final class ClassText {

    private static final List<String> HEADINGS = headings();

    private ClassText() {}

    /**
     * A table of classes; under it their match rules.
     *
     * @param classes the classes
     * @return the lines
     */
    public static List<String> lines(List<ClassView> classes) {
        TextTable table = new TextTable(HEADINGS.toArray(new String[0]));
        for (ClassView one : classes) {
            List<String> cells = new ArrayList<>();
            cells.add(one.name());
            cells.add(String.valueOf(one.index()));
            cells.add(one.kind());
            cells.add(plain(one.importance()));
            for (Target target : Target.values()) {
                OptionalDouble value = one.targets().of(target);
                cells.add(value.isPresent() ? plain(value.getAsDouble()) : "-");
            }
            table.row(cells.toArray(new String[0]));
        }
        List<String> lines = new ArrayList<>(table.lines());
        for (ClassView one : classes) {
            one.matches().forEach(rule -> lines.add(one.name() + " matches " + rule));
        }
        return lines;
    }

    private static String plain(double value) {
        return new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString();
    }

    private static List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("class", "index", "kind", "importance"));
        for (Target target : Target.values()) {
            headings.add(target.field());
        }
        return headings;
    }
}
