// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.weir.app.AqmView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;
import org.weir.app.explain.LastDecision;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;

/**
 * Ports and their queues as JSON, the same for REST and the ONOS shell. A value that does not exist
 * yet (settings before the first were installed) is null, never absent; rates are whole bit/s.
 */
public final class PortJson {

    private static final JsonType TIME = INTEGER.orNull();

    /** Part of a switch that schedules a port by the weights of its classes. */
    public static final JsonShape<SchedulingView> SCHEDULING =
            JsonShape.<SchedulingView>named("Scheduling")
                    .field(
                            "mode",
                            STRING.oneOf("program", "asic", "static", "virtual"),
                            "Keeper of the port's weights: the switch program; the ASIC's"
                                    + " scheduler, set at run time; an ASIC's scheduler that cannot be"
                                    + " set (static); or virtual queues beside a scheduler that Weir"
                                    + " does not set (docs/tofino.md).",
                            scheduling -> scheduling.mode().name().toLowerCase(Locale.ROOT))
                    .field(
                            "shareError",
                            NUMBER.orNull(),
                            "Largest difference of a class's share in the ASIC from the one "
                                    + "solved, as a part of the port; null if not known.",
                            SchedulingView::shareError)
                    .field(
                            "text",
                            STRING.orNull(),
                            "Reason for which weights cannot be set; null if they can.",
                            scheduling -> scheduling.text().isEmpty() ? null : scheduling.text())
                    .end();

    /** The scheme of active queue management of a port. */
    public static final JsonShape<AqmView> AQM =
            JsonShape.<AqmView>named("Aqm")
                    .field(
                            "scheme",
                            STRING.oneOf("none", "codel", "rpm", "abc"),
                            "AQM algorithm in addition to the thresholds, as confirmed by the"
                                    + " switch (docs/aqm.md).",
                            AqmView::scheme)
                    .field(
                            "targetUs",
                            TIME,
                            "CoDel's target: queueing delay that a queue may keep, µs. Null"
                                    + " unless scheme is codel or rpm.",
                            AqmView::targetUs)
                    .field(
                            "intervalUs",
                            TIME,
                            "CoDel's interval: time for which the delay may exceed targetUs, µs."
                                    + " Null unless scheme is codel or rpm.",
                            AqmView::intervalUs)
                    .field(
                            "returnUs",
                            TIME,
                            "Largest age of a flow's last acknowledgement with which the flow is "
                                    + "marked on the reverse path, µs. Null unless scheme is rpm.",
                            AqmView::returnUs)
                    .field(
                            "expiryUs",
                            TIME,
                            "Time for which a flow without acknowledgements is remembered, µs. "
                                    + "Null unless scheme is rpm.",
                            AqmView::expiryUs)
                    .field(
                            "ackPorts",
                            INTEGER.list(),
                            "Ports at which the acknowledgements arrive. Empty unless scheme is"
                                    + " rpm.",
                            AqmView::ackPorts)
                    .field(
                            "thresholds",
                            BOOLEAN,
                            "True if the marking thresholds are in use too, with feedback packets.",
                            AqmView::thresholds)
                    .field(
                            "averageMemoryMs",
                            TIME,
                            "Memory of the mean activity, ms. Null unless scheme is abc"
                                    + " (docs/abc.md), and on Tofino.",
                            AqmView::averageMemoryMs)
                    .field(
                            "averagePackets",
                            INTEGER.orNull(),
                            "Packets over which the activity is averaged. Null unless scheme is"
                                    + " abc and the switch is a Tofino.",
                            AqmView::averagePackets)
                    .field(
                            "qMinPackets",
                            INTEGER.orNull(),
                            "Depth up to which no packet is dropped for its activity. Null unless"
                                    + " scheme is abc.",
                            AqmView::qMinPackets)
                    .field(
                            "qBasePackets",
                            INTEGER.orNull(),
                            "Depth above which packets of mean activity are dropped. Null unless"
                                    + " scheme is abc.",
                            AqmView::qBasePackets)
                    .field(
                            "gammaPackets",
                            INTEGER.orNull(),
                            "Packets by which that depth is smaller for twice the rate. Null unless"
                                    + " scheme is abc.",
                            AqmView::gammaPackets)
                    .end();

    /** A queue with its measured figures and its settings. */
    public static final JsonShape<QueueView> QUEUE = QueueFigure.shape("Queue", false);

    /** A queue with its settings alone. */
    public static final JsonShape<QueueView> QUEUE_SETTINGS =
            QueueFigure.shape("QueueSettings", true);

    /** A port with all that is known of its queues. */
    public static final JsonShape<PortView> PORT =
            identified("Port")
                    .field("rateBps", INTEGER, "Rate, bit/s.", PortView::rateBps)
                    .field(
                            "capacityPackets",
                            INTEGER,
                            "Packets that the port's queues hold together.",
                            PortView::capacityPackets)
                    .field(
                            "rateWindowUs",
                            NUMBER.orNull(),
                            "Window over which the switch measures the arrival rate of each class,"
                                    + " µs, by its own clock; null before the first settings.",
                            PortView::rateWindowUs)
                    .field(
                            "delayResolutionUs",
                            INTEGER.atLeast(1).atMost(64),
                            "Upper bound of the first bucket of the delay histogram, µs. The"
                                    + " switch does not distinguish shorter delays; above it there"
                                    + " are four buckets per octave.",
                            PortView::delayResolutionUs)
                    .field(
                            "arrivalPipes",
                            INTEGER.atLeast(1),
                            "Pipes of the switch by which packets may enter. Feedback contains the"
                                    + " arrival rate of one pipe, so the senders of a class may"
                                    + " together send up to arrivalPipes times targetRateBps"
                                    + " before it asks them to slow down (docs/tofino.md). 1 where"
                                    + " the switch measures all packets of a class together.",
                            PortView::arrivalPipes)
                    .field(
                            "measured",
                            BOOLEAN,
                            "True if there is a recent reading; without one the measured figures of"
                                    + " the classes are null, and marks, feedback and drops are"
                                    + " those of the last reading.",
                            PortView::isMeasured)
                    .field(
                            "resolves",
                            INTEGER,
                            "Rounds that led to new settings for this port.",
                            PortView::resolves)
                    .field(
                            "solvedAtMs",
                            INTEGER,
                            "Time at which the port was last solved, ms since 1970; 0 before the"
                                    + " first time.",
                            PortView::solvedAtMs)
                    .field(
                            "canaryPlan",
                            INTEGER.orNull(),
                            "Plan whose policy is in force at this port and not at all ports"
                                    + " (canary); null if the policy of the network is.",
                            PortView::canaryPlan)
                    .field("scheduling", SCHEDULING.type(), "", PortView::scheduling)
                    .field("aqm", AQM.type(), "", PortView::aqm)
                    .field("classes", QUEUE.type().list(), "", PortView::queues)
                    .end();

    /** A port with the settings of its queues alone. */
    public static final JsonShape<PortView> PORT_SETTINGS =
            identified("PortSettings")
                    .field(
                            "solvedAtMs",
                            INTEGER,
                            "Time at which the port was last solved, ms since 1970; 0 before the"
                                    + " first time.",
                            PortView::solvedAtMs)
                    .field("classes", QUEUE_SETTINGS.type().list(), "", PortView::queues)
                    .end();

    private PortJson() {}

    /** One port with the settings of its queues, and the last decision about it. */
    public static ObjectNode explained(PortView port, LastDecision last) {
        ObjectNode node = settings(port);
        node.set("decision", last.decision().map(DecisionJson::decision).orElse(null));
        node.put("decisionUnknown", last.unknown().orElse(null));
        return node;
    }

    private static JsonShape.Builder<PortView> identified(String name) {
        return JsonShape.<PortView>named(name)
                .field("device", STRING, "ONOS device id.", PortView::device)
                .field("port", INTEGER.atLeast(1), "Port number.", PortView::port);
    }

    /** Ports as an array, in the same order. */
    public static ArrayNode ports(List<PortView> ports) {
        return PORT.writeAll(ports);
    }

    /** One port with its measured queues and their settings. */
    public static ObjectNode port(PortView port) {
        return PORT.write(port);
    }

    /** One port with the settings of its queues only. */
    public static ObjectNode settings(PortView port) {
        return PORT_SETTINGS.write(port);
    }
}
