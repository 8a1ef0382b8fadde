// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collection;
import org.weir.app.Alert;
import org.weir.app.AlertGroup;
import org.weir.app.shape.JsonShape;

/** Alerts as JSON. */
public final class AlertJson {

    private static final String UNREACHABLE = "-unreachable";

    /** One alert. */
    public static final JsonShape<Alert> ALERT =
            JsonShape.<Alert>named("Alert")
                    .field(
                            "kind",
                            STRING.example("device-unreachable"),
                            "Short stable word.",
                            Alert::kind)
                    .field("subject", STRING, "Device, host or port.", Alert::subject)
                    .field("text", STRING, "One sentence.", Alert::text)
                    .field(
                            "sinceMs",
                            INTEGER,
                            "Time at which it was first seen, ms since 1970.",
                            Alert::sinceMs)
                    .field(
                            "fromCount",
                            INTEGER.orNull(),
                            "Switches concerned, such as those without a path to the host; null if"
                                    + " the alert is not about switches and a subject.",
                            alert -> alert.from().isEmpty() ? null : alert.from().size())
                    .end();

    /** All alerts of one type. */
    public static final JsonShape<AlertGroup> GROUP =
            JsonShape.<AlertGroup>named("AlertGroup")
                    .field("kind", STRING, "Short stable word.", AlertGroup::kind)
                    .field("count", INTEGER.atLeast(1), "Alerts of the kind.", AlertGroup::count)
                    .field(
                            "sinceMs",
                            INTEGER,
                            "Time at which the first of them was first seen, ms since 1970.",
                            AlertGroup::sinceMs)
                    .field(
                            "text",
                            STRING.example(
                                    "16 hosts have no path from 18 switches (first: 10.0.0.10 from device:agg1)"),
                            "All of them in one sentence.",
                            AlertGroup::text)
                    .end();

    private AlertJson() {}

    /** Alerts as an array, in the same order. */
    public static ArrayNode alerts(Collection<Alert> alerts) {
        return ALERT.writeAll(alerts);
    }

    /** Alerts in groups, an object for each type; causes before what follows from them. */
    public static ArrayNode grouped(Collection<Alert> alerts) {
        return GROUP.writeAll(AlertGroup.of(alerts));
    }

    /**
     * Returns the hosts and devices that cannot be reached at the moment.
     *
     * @param alerts alerts to select from
     * @return one line each, {@code SUBJECT: TEXT}, in the same order
     */
    public static ArrayNode unreachable(Collection<Alert> alerts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        alerts.stream()
                .filter(alert -> alert.kind().endsWith(UNREACHABLE))
                .forEach(alert -> array.add(alert.subject() + ": " + alert.text()));
        return array;
    }
}
