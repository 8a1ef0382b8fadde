// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.time.Clock;
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
     * @param clock time zone of times, and the present day
     * @return the lines
     */
    public static List<String> lines(List<Alert> alerts, boolean all, Clock clock) {
        List<String> lines = new ArrayList<>();
        if (all) {
            alerts.forEach(alert -> lines.add(MARK + alert));
            return lines;
        }
        List<AlertGroup> groups = AlertGroup.of(alerts);
        groups.forEach(group -> lines.add(MARK + group.line(clock)));
        if (groups.size() < alerts.size()) {
            lines.add("  (weir-ports --all lists each of them)");
        }
        return lines;
    }
}
