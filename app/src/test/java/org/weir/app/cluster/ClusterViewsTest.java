// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.cluster.ClusterServiceAdapter;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.store.service.EventuallyConsistentMapAdapter;
import org.weir.app.Alert;
import org.weir.app.ControlledDevice;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.app.LoopView;
import org.weir.app.NodeView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.alerts.AwakeClock;
import org.weir.app.json.DeviceJson;
import org.weir.app.json.LoopJson;
import org.weir.app.json.PortJson;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

/** Views of three instances over one map, as masters change and instances are lost. */
class ClusterViewsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final List<DeviceId> DEVICES = List.of(DEVICE);

    private final Map<String, byte[]> entries = new HashMap<>();
    private final Set<String> lost = new HashSet<>();
    private String master = "1";
    private long nowNs;
    private final AwakeClock awake = new AwakeClock(() -> nowNs);
    private final ClusterViews one = views("1");
    private final ClusterViews two = views("2");
    private final ClusterViews three = views("3");

    private ClusterViews views(String own) {
        return new ClusterViews(new Entries(), new Nodes(own), new Masters(), awake);
    }

    private static PortView port(long rateBps) {
        QueueView queue =
                new QueueView(
                        0,
                        "A",
                        Map.of(QueueFigure.OFFERED_RATE, 1.5e6),
                        QueueSettings.builder(0)
                                .weightPackets(3)
                                .marking(Marking.atDepth(5))
                                .limitPackets(9)
                                .build(),
                        true,
                        List.of("delayMs"));
        return new PortView(
                        "device:s1",
                        4,
                        "s1-4",
                        rateBps,
                        64,
                        OptionalDouble.of(2.5),
                        true,
                        7,
                        99,
                        List.of(queue))
                .withArrivalPipes(2);
    }

    private static DeviceState state(long rateBps) {
        return new DeviceState(
                1_000,
                new DeviceView(
                        "device:s1",
                        true,
                        new DropsView(Map.of(DropCause.UNROUTED, DropCount.of(120, 20, 5000))),
                        12,
                        3,
                        true),
                List.of(port(rateBps)),
                new ControlledDevice("device:s1", 3, 1_000, true, true, 1, 1, true));
    }

    private static NodeState node(Alert... alerts) {
        return new NodeState(1_000, 5, List.of(alerts));
    }

    private static Alert alert(String subject, String text, long sinceMs) {
        return new Alert("settings-refused", subject, text, sinceMs);
    }

    private long rateBps(ClusterViews asked) {
        return asked.device(DEVICE).map(state -> state.ports().get(0).rateBps()).orElse(0L);
    }

    private static boolean isMeasured(ClusterViews asked) {
        return asked.device(DEVICE).orElseThrow().ports().get(0).isMeasured();
    }

    /** An instance that is ready may hang, or fail whenever it publishes. */
    @Test
    void whatIsNotPublishedAgainIsShownAsNotMeasured() {
        AlertBoard alerts = new AlertBoard();
        one.publish(List.of(state(1)), node());
        two.publish(List.of(), node());
        for (int second = 0; second <= 10; second++) {
            two.look(alerts);
            assertThat(isMeasured(two)).isTrue();
            nowNs += 1_000_000_000;
            awake.noteTime();
            two.publish(List.of(), node());
        }
        two.look(alerts);

        PortView port = two.device(DEVICE).orElseThrow().ports().get(0);
        assertThat(port.isMeasured()).isFalse();
        assertThat(port.queues().get(0).targetMet()).isEmpty();
        assertThat(port.queues().get(0).missed()).isEmpty();
        assertThat(port.queues().get(0).settings()).isPresent();
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("node-silent");
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1");

        one.publish(List.of(state(1)), node());
        two.look(alerts);
        assertThat(isMeasured(two)).isTrue();
        assertThat(alerts.all()).isEmpty();
    }

    private void passSeconds(int seconds, AlertBoard alerts, ClusterViews... publishing) {
        for (int second = 0; second < seconds; second++) {
            nowNs += 1_000_000_000;
            awake.noteTime();
            for (ClusterViews each : publishing) {
                each.publish(List.of(), node());
            }
            two.look(alerts);
        }
    }

    /** As in a virtual machine that is suspended: the others have not been silent. */
    @Test
    void instanceThatStoodStillDoesNotTakeTheOthersForSilent() {
        AlertBoard alerts = new AlertBoard();
        three.publish(List.of(), node());
        passSeconds(12, alerts, one, two);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("3");

        nowNs += 3_600_000_000_000L;
        two.look(alerts);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("3");
        passSeconds(5, alerts, two);
        assertThat(alerts.all())
                .as("what the others published meanwhile has not arrived yet")
                .extracting(Alert::subject)
                .containsExactly("3");

        passSeconds(30, alerts, one, two);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("3");
        passSeconds(11, alerts, two);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1", "3");
    }

    /** Its thread is busy, or waits for ONOS's store; what the others publish arrives meanwhile. */
    @Test
    void instanceThatPublishesSlowlyFindsOthersSilent() {
        AlertBoard alerts = new AlertBoard();
        one.publish(List.of(), node());
        two.publish(List.of(), node());
        three.publish(List.of(), node());
        for (int publication = 0; publication < 2; publication++) {
            passSeconds(6, alerts, three);
            two.publish(List.of(), node());
        }
        two.look(alerts);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1");
    }

    @Test
    void instanceThatIsBackHasTimeToPublish() {
        AlertBoard alerts = new AlertBoard();
        one.publish(List.of(state(1)), node());
        lost.add("1");
        for (int second = 0; second < 60; second++) {
            two.look(alerts);
            nowNs += 1_000_000_000;
            awake.noteTime();
        }
        lost.clear();
        two.look(alerts);
        assertThat(alerts.all()).isEmpty();
        passSeconds(11, alerts);
        assertThat(alerts.all()).hasSize(1);
    }

    @Test
    void everyInstanceShowsTheMastersView() {
        one.publish(List.of(state(10)), node());
        two.publish(List.of(), node());
        for (ClusterViews asked : List.of(one, two, three)) {
            DeviceState shown = asked.device(DEVICE).orElseThrow();
            assertThat(PortJson.ports(shown.ports())).isEqualTo(PortJson.ports(List.of(port(10))));
            assertThat(DeviceJson.devices(List.of(shown.device())))
                    .isEqualTo(DeviceJson.devices(List.of(state(10).device())));
            assertThat(asked.resolves()).isEqualTo(10);
        }
    }

    @Test
    void entryOfAFormerMasterIsNotShown() {
        one.publish(List.of(state(10)), node());
        master = "2";
        assertThat(rateBps(three)).as("unknown until the new master shows it").isZero();
        two.publish(List.of(state(20)), node());
        assertThat(rateBps(three)).isEqualTo(20);
        one.publish(List.of(state(10)), node());
        assertThat(rateBps(three)).isEqualTo(20);
    }

    @Test
    void entryOfALostInstanceIsNotShown() {
        one.publish(List.of(state(10)), node(alert("10.0.0.9", "no path", 1)));
        lost.add("1");
        assertThat(two.device(DEVICE)).isEmpty();
        assertThat(two.alerts(DEVICES, List.of())).isEmpty();
        assertThat(two.nodes(DEVICES))
                .extracting(NodeView::isReady)
                .containsExactly(false, true, true);
    }

    @Test
    void masterSpeaksForItsSwitchAndAllForTheRest() {
        one.publish(List.of(), node(alert("device:s1/4", "refused", 50), alert("h1", "late", 30)));
        two.publish(
                List.of(),
                node(alert("device:s1/4", "not its master", 40), alert("h1", "early", 20)));
        assertThat(three.alerts(DEVICES, List.of()))
                .extracting(Alert::text)
                .containsExactlyInAnyOrder("refused", "early");
        master = null;
        assertThat(three.alerts(DEVICES, List.of())).hasSize(2);
    }

    /** Nobody else would end them. */
    @Test
    void alertsOfASilentInstanceEndWhenItsSwitchesHaveANewMaster() {
        AlertBoard alerts = new AlertBoard();
        one.publish(List.of(), node(alert("device:s1/4", "refused", 50), alert("h1", "none", 30)));
        passSeconds(12, alerts, two);
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("node-silent");
        assertThat(two.alerts(DEVICES, List.of()))
                .as("the state of its switch is not known")
                .hasSize(2);

        master = "2";
        assertThat(two.alerts(DEVICES, List.of())).isEmpty();
        master = null;
        assertThat(two.alerts(DEVICES, List.of())).isEmpty();

        one.publish(List.of(), node(alert("h1", "none", 30)));
        assertThat(two.alerts(DEVICES, List.of())).extracting(Alert::subject).contains("h1");
    }

    /**
     * An instance that is asked about a fault which has just ended does not show it for a second.
     */
    @Test
    void instanceShowsItsOwnAlertsOfTheMoment() {
        Alert over = alert("1", "no contact", 10);
        Alert present = alert("h1", "no path", 20);
        one.publish(List.of(), node(over));
        assertThat(one.alerts(DEVICES, List.of())).isEmpty();
        assertThat(one.alerts(DEVICES, List.of(present)))
                .extracting(Alert::text)
                .containsExactly("no path");
        assertThat(two.alerts(DEVICES, List.of()))
                .extracting(Alert::text)
                .containsExactly("no contact");
    }

    @Test
    void nodeThatControlsASwitchNoMoreTakesItsEntryBack() {
        one.publish(List.of(state(10)), node());
        one.publish(List.of(), node());
        assertThat(entries.keySet()).containsExactly("node@1");
        one.stop();
        assertThat(entries).isEmpty();
    }

    @Test
    void nodesShowTheirSwitches() {
        one.publish(List.of(state(10)), node());
        assertThat(two.nodes(DEVICES).get(0).devices())
                .extracting(ControlledDevice::device, ControlledDevice::term)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("device:s1", 3L));
        assertThat(two.nodes(DEVICES).get(1).devices()).isEmpty();
    }

    @Test
    void timesOfTheLoopCrossTheWireAndAdd() {
        LoopView view =
                new LoopView(
                        3,
                        1,
                        LoopView.Times.of(3_000_000, 1_000_000),
                        LoopView.Times.of(),
                        LoopView.Times.of(500_000),
                        2);
        List<LoopView> copies = ViewCodec.decode(ViewCodec.encode(List.of(view)));
        assertThat(LoopJson.loop(copies.get(0))).isEqualTo(LoopJson.loop(view));
        LoopView sum = view.with(copies);
        assertThat(sum.confirmed()).isEqualTo(6);
        assertThat(sum.fromReading().samples()).isEqualTo(4);
        assertThat(sum.fromReading().quantileMs(0.5)).hasValue(1);
        assertThat(sum.behindPorts()).isEqualTo(4);
    }

    private final class Entries extends EventuallyConsistentMapAdapter<String, byte[]> {
        @Override
        public byte[] get(String key) {
            return entries.get(key);
        }

        @Override
        public void put(String key, byte[] value) {
            entries.put(key, value);
        }

        @Override
        public byte[] remove(String key) {
            return entries.remove(key);
        }

        @Override
        public Set<String> keySet() {
            return entries.keySet().stream().collect(Collectors.toSet());
        }
    }

    private final class Nodes extends ClusterServiceAdapter {
        private final String own;

        Nodes(String own) {
            this.own = own;
        }

        private ControllerNode node(String id) {
            return new DefaultControllerNode(NodeId.nodeId(id), IpAddress.valueOf("127.0.0." + id));
        }

        @Override
        public ControllerNode getLocalNode() {
            return node(own);
        }

        @Override
        public Set<ControllerNode> getNodes() {
            return Set.of(node("1"), node("2"), node("3"));
        }

        @Override
        public ControllerNode.State getState(NodeId id) {
            return lost.contains(id.toString())
                    ? ControllerNode.State.INACTIVE
                    : ControllerNode.State.READY;
        }
    }

    private final class Masters extends MastershipServiceAdapter {
        @Override
        public NodeId getMasterFor(DeviceId device) {
            return master == null ? null : NodeId.nodeId(master);
        }
    }
}
