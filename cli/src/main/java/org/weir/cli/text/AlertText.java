// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.weir.app.Alert;
import org.weir.app.AlertGroup;

/** Alerts as text for the shell. */
public final class AlertText {

    private static final String MARK = "! ";

    private AlertText() {}

    /**
     * Alerts.
     *
     * @param alerts the alerts
     * @param all whether to write every one, and not a line for each kind
     * @return the lines
     */
    public static List<String> lines(List<Alert> alerts, boolean all) {
        List<String> lines = new ArrayList<>();
        if (all) {
            alerts.forEach(alert -> lines.add(MARK + alert));
            return lines;
        }
        List<AlertGroup> groups = AlertGroup.of(alerts);
        groups.forEach(group -> lines.add(MARK + line(group)));
        if (groups.size() < alerts.size()) {
            lines.add("  (weir-ports --all lists each of them)");
        }
        return lines;
    }

    private static String line(AlertGroup group) {
        return group.kind() + ": " + group.text() + " since " + UtcTime.text(group.sinceMs());
    }
}
