// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.json.PortJson;
import org.weir.control.PortId;

class LossMarksTest {

    private static final String UNROUTED =
            "switch device:edge1 dropped 120 packets of some class for want of a route in 5 s";

    /** A port with class A, whose targets are met, and class C, which has none. */
    private static PortView port(String device, long port, double bpsOfA, double bpsOfC) {
        return new PortView(
                device,
                port,
                "p",
                1_000_000,
                64,
                OptionalDouble.empty(),
                true,
                0,
                0,
                List.of(
                        new QueueView(0, "A", measured(bpsOfA), null, true, List.of()),
                        new QueueView(1, "C", measured(bpsOfC), null, null, List.of())));
    }

    private static Map<QueueFigure, Number> measured(double bps) {
        return Map.of(QueueFigure.OFFERED_RATE, bps);
    }

    private static DeviceView edge1(DropCause cause, DropCount count) {
        return new DeviceView(
                "device:edge1", true, new DropsView(Map.of(cause, count)), 0, 0, true);
    }

    private static List<PortView> mark(DeviceView device, PortView... ports) {
        return LossMarks.mark(
                List.of(ports),
                List.of(device),
                id -> id.equals("device:edge1") ? Set.of(new PortId("device:agg1", 2)) : Set.of());
    }

    private static DeviceView unrouted() {
        return edge1(DropCause.UNROUTED, DropCount.of(900, 120, 5004));
    }

    @Test
    void classesWithTrafficAtTheSwitchAreMissed() {
        List<PortView> marked =
                mark(
                        unrouted(),
                        port("device:edge1", 1, 5e5, 0),
                        port("device:edge1", 2, 0, 1),
                        port("device:edge2", 1, 5e5, 5e5));

        QueueView voice = marked.get(0).queues().get(0);
        assertThat(voice.targetMet()).contains(false);
        assertThat(voice.losses()).containsExactly(UNROUTED);
        assertThat(marked.get(0).queues().get(1).targetMet()).isEmpty();
        assertThat(marked.get(1).queues().get(0).targetMet()).contains(true);
        assertThat(marked.get(1).queues().get(1).targetMet()).contains(false);
        assertThat(marked.get(2).queues().get(0).targetMet()).contains(true);
        assertThat(marked.get(2).queues().get(0).losses()).isEmpty();
    }

    @Test
    void classesWithTrafficOnTheWayToTheSwitchAreMissedToo() {
        List<PortView> marked =
                mark(
                        unrouted(),
                        port("device:agg1", 1, 5e5, 5e5),
                        port("device:agg1", 2, 5e5, 0),
                        port("device:edge1", 1, 0, 0));

        assertThat(marked.get(0).queues().get(0).targetMet()).contains(true);
        assertThat(marked.get(1).queues().get(0).targetMet()).contains(false);
        assertThat(marked.get(1).queues().get(1).targetMet()).isEmpty();
        assertThat(marked.get(2).queues().get(0).targetMet()).contains(true);
    }

    @Test
    void whereNothingIsLeftOfTheTrafficAnyClassMayHaveLostIt() {
        List<PortView> marked = mark(unrouted(), port("device:edge1", 1, 0, 0));

        assertThat(marked.get(0).queues())
                .allSatisfy(queue -> assertThat(queue.targetMet()).contains(false));
    }

    @Test
    void whatIsToBeDroppedIsNoLoss() {
        for (DropCause cause : List.of(DropCause.ACL, DropCause.EXPIRED)) {
            assertThat(
                            mark(
                                            edge1(cause, DropCount.of(900, 120, 5000)),
                                            port("device:edge1", 1, 5e5, 0))
                                    .get(0)
                                    .queues()
                                    .get(0)
                                    .targetMet())
                    .contains(true);
        }
    }

    @Test
    void whatWasLostEarlierOrIsNotKnownIsNoLossNow() {
        for (DropCount count : List.of(DropCount.of(900, 0, 5000), DropCount.of(900))) {
            assertThat(
                            mark(edge1(DropCause.PORT_TX, count), port("device:edge1", 1, 5e5, 0))
                                    .get(0)
                                    .queues()
                                    .get(0)
                                    .targetMet())
                    .contains(true);
        }
    }

    @Test
    void deadPortsAndMalformedPacketsAreLosses() {
        for (DropCause cause : List.of(DropCause.MALFORMED, DropCause.PORT_RX, DropCause.PORT_TX)) {
            assertThat(
                            mark(
                                            edge1(cause, DropCount.of(1, 1, 300)),
                                            port("device:edge1", 1, 5e5, 0))
                                    .get(0)
                                    .queues()
                                    .get(0)
                                    .losses())
                    .singleElement()
                    .asString()
                    .startsWith("switch device:edge1 dropped 1 packet of some class")
                    .endsWith("in 1 s");
        }
    }

    @Test
    void jsonHasTheTargetsThatAreMissedAndThenTheLosses() {
        QueueView queue =
                new QueueView(0, "A", measured(1), null, false, List.of("delayMs"))
                        .withLosses(List.of(UNROUTED));
        PortView port = port("device:edge1", 1, 0, 0).withQueues(List.of(queue));

        assertThat(PortJson.port(port).path("classes").path(0).path("missed").toString())
                .isEqualTo("[\"delayMs\",\"" + UNROUTED + "\"]");
        assertThat(PortJson.port(port).path("classes").path(0).path("targetMet").asBoolean(true))
                .isFalse();
    }
}
