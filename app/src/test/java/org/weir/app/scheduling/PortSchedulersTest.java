// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.weir.app.Alert;
import org.weir.app.SchedulingView;
import org.weir.app.SchedulingView.Mode;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.PortScheduler;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.P4Names;

/** Keepers of weights, and alerts about weights that cannot be set. */
class PortSchedulersTest {
    private static final DeviceId TOFINO = DeviceId.deviceId("device:t1");
    private static final PortId PORT = new PortId("device:t1", 4);
    private static final SchedulerType BF_RUNTIME = new Type("bfrt", "BF Runtime server");

    private final SchedulerAccess access = new Server(BF_RUNTIME);
    private final AlertBoard alerts = new AlertBoard();
    private final Map<DeviceId, SchedulerAccess> configured = new HashMap<>();
    private final List<Switch> connected = new ArrayList<>();
    private final HeldRules entries = new HeldRules();
    private final Set<Long> listed = new HashSet<>();
    private boolean able = true;
    private final VirtualQueues virtualQueues =
            new VirtualQueues(
                    new RuleBook(
                            entries,
                            new OneSwitch("org.weir.tna", "stratum-tofino", 4).mastership(),
                            new StoredRules().archive()),
                    new DrainRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                    device -> device.equals(TOFINO) ? listed : Set.of(),
                    device -> able,
                    alerts);
    private final PortSchedulers schedulers = newSchedulers();

    private PortSchedulers newSchedulers() {
        return new PortSchedulers(
                device -> device.equals(TOFINO) ? Optional.of(BF_RUNTIME) : Optional.empty(),
                device -> Optional.ofNullable(configured.get(device)),
                virtualQueues,
                alerts);
    }

    /** A server that is reached without a network. */
    private final class Server implements SchedulerAccess {
        private final SchedulerType type;

        Server(SchedulerType type) {
            this.type = type;
        }

        @Override
        public SchedulerType type() {
            return type;
        }

        @Override
        public PortScheduler connect(Runnable changed) {
            connected.add(new Switch(this, changed));
            return connected.get(connected.size() - 1);
        }
    }

    /** Names of a type of scheduler; reads nothing. */
    private static final class Type implements SchedulerType {
        private final String field;
        private final String server;

        Type(String field, String server) {
            this.field = field;
            this.server = server;
        }

        @Override
        public String addressField() {
            return field;
        }

        @Override
        public String serverName() {
            return server;
        }

        @Override
        public Set<String> fields() {
            return Set.of(field);
        }

        @Override
        public SchedulerAccess read(JsonNode node, String source) {
            throw new UnsupportedOperationException();
        }
    }

    /** A switch's scheduler that takes all it is given, unless it is in trouble. */
    private static final class Switch implements PortScheduler {
        final SchedulerAccess access;
        final Runnable changed;
        final List<PortSchedule> given = new ArrayList<>();
        final List<PortId> forgotten = new ArrayList<>();
        String trouble;
        boolean closed;

        Switch(SchedulerAccess access, Runnable changed) {
            this.access = access;
            this.changed = changed;
        }

        @Override
        public CompletableFuture<AppliedSchedule> apply(PortSchedule schedule) {
            given.add(schedule);
            return CompletableFuture.completedFuture(applied(schedule.port()).orElseThrow());
        }

        @Override
        public Optional<AppliedSchedule> applied(PortId port) {
            return trouble != null || given.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new AppliedSchedule(given.get(given.size() - 1), List.of(1), 0.25));
        }

        @Override
        public void forget(PortId port) {
            forgotten.add(port);
        }

        @Override
        public Optional<String> trouble() {
            return Optional.ofNullable(trouble);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static PortSettings settings(PortId port, double first) {
        return new PortSettings(
                port, RateWindow.ofUs(128), List.of(queue(0, first), queue(1, 1 - first)));
    }

    private static QueueSettings queue(int index, double share) {
        return queue(index, share, Marking.atDepth(1));
    }

    private static QueueSettings queue(int index, double share, Marking marking) {
        return QueueSettings.builder(index)
                .weightPackets(1)
                .marking(marking)
                .limitPackets(2)
                .weightFraction(share)
                .build();
    }

    private List<String> alertTexts() {
        List<String> texts = new ArrayList<>();
        for (Alert alert : alerts.all()) {
            texts.add(alert.toString());
        }
        return texts;
    }

    @Test
    void weightsOfAProgramGoNowhereElse() {
        PortId port = new PortId("device:bmv2", 1);

        schedulers.update(List.of(DeviceId.deviceId("device:bmv2")));
        schedulers.apply(settings(port, 0.5));

        assertThat(schedulers.view(port)).isSameAs(SchedulingView.IN_PROGRAM);
        assertThat(connected).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void aServerOfAnotherTypeOfSchedulerIsNotUsed() {
        configured.put(TOFINO, new Server(new Type("other", "server")));

        schedulers.update(List.of(TOFINO));

        assertThat(connected).isEmpty();
        assertThat(alertTexts())
                .anyMatch(
                        text ->
                                text.startsWith("scheduler-unused device:t1: netcfg")
                                        && text.endsWith(
                                                "names a server (other), but the weights of this"
                                                        + " switch are set through a BF Runtime"
                                                        + " server (bfrt); it is not used"));
        configured.put(TOFINO, access);
        schedulers.update(List.of(TOFINO));
        assertThat(connected).hasSize(1);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void anUnusedServerRaisesAnAlert() {
        DeviceId bmv2 = DeviceId.deviceId("device:bmv2");
        configured.put(bmv2, access);

        schedulers.update(List.of(bmv2));

        assertThat(alertTexts())
                .singleElement()
                .asString()
                .startsWith("scheduler-unused device:bmv2: netcfg devices/device:bmv2/weir names");
        assertThat(connected).isEmpty();
        configured.remove(bmv2);
        schedulers.update(List.of(bmv2));
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void withoutAServerWeightsAreStaticAndAnAlertIsRaised() {
        schedulers.update(List.of(TOFINO));
        schedulers.apply(settings(PORT, 0.5));

        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.STATIC);
        assertThat(alertTexts())
                .containsExactly(
                        "weights-static device:t1: netcfg devices/device:t1/weir names no BF"
                                + " Runtime server (bfrt); weights stay as they are, thresholds"
                                + " and target rates are set");
    }

    private static PortSpec heldTo(long maxRateBps) {
        Targets held = Targets.builder().maxRateBps(maxRateBps).build();
        return new PortSpec(
                PORT,
                10_000_000,
                100,
                List.of(
                        new ClassSpec("a", ClassKind.A, 1, Targets.NONE),
                        new ClassSpec("b", ClassKind.B, 1, held)));
    }

    @Test
    void sharesAndMaximumRatesReachTheSwitch() {
        configured.put(TOFINO, access);
        schedulers.follow(heldTo(3_000_000));

        schedulers.apply(settings(PORT, 0.75));

        PortSchedule given = connected.get(0).given.get(0);
        assertThat(given.port()).isEqualTo(PORT);
        assertThat(given.shares().get(0).weightFraction()).isEqualTo(0.75);
        assertThat(given.shares().get(0).maxRateBps()).isEmpty();
        assertThat(given.shares().get(1).weightFraction()).isEqualTo(0.25);
        assertThat(given.shares().get(1).maxRateBps()).hasValue(3_000_000);
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.ASIC);
        assertThat(schedulers.view(PORT).shareError()).hasValue(0.25);
        assertThat(alerts.all()).isEmpty();
    }

    /** The loop sends no settings for it, since none of the data plane's change. */
    @Test
    void aChangedMaximumRateReachesTheSwitchAtOnce() {
        configured.put(TOFINO, access);
        schedulers.follow(heldTo(3_000_000));
        schedulers.update(List.of(TOFINO));
        schedulers.apply(settings(PORT, 0.75));
        schedulers.follow(heldTo(3_000_000));
        List<PortSchedule> given = connected.get(0).given;
        assertThat(given).hasSize(1);

        schedulers.follow(heldTo(2_000_000));

        assertThat(given).hasSize(2);
        assertThat(given.get(1).shares().get(0).weightFraction()).isEqualTo(0.75);
        assertThat(given.get(1).shares().get(1).maxRateBps()).hasValue(2_000_000);
    }

    @Test
    void aServerThatIsAwayIsAnAlertUntilItIsBack() {
        configured.put(TOFINO, access);
        schedulers.apply(settings(PORT, 0.75));
        Switch leaf = connected.get(0);

        leaf.trouble = "no answer";
        leaf.changed.run();

        assertThat(alertTexts()).singleElement().asString().contains("device:t1: no answer;");
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.STATIC);
        assertThat(schedulers.view(PORT).text()).startsWith("no answer; weights stay");

        leaf.trouble = null;
        leaf.changed.run();

        assertThat(alerts.all()).isEmpty();
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.ASIC);
    }

    @Test
    void aServerNamedLaterGetsWhatIsInForce() {
        schedulers.apply(settings(PORT, 0.75));
        configured.put(TOFINO, access);

        schedulers.update(List.of(TOFINO));

        assertThat(connected.get(0).given).hasSize(1);
        assertThat(alerts.all()).isEmpty();
        SchedulerAccess other = new Server(BF_RUNTIME);
        configured.put(TOFINO, other);
        schedulers.update(List.of(TOFINO));
        assertThat(connected.get(0).closed).isTrue();
        assertThat(connected.get(1).access).isEqualTo(other);
        assertThat(connected.get(1).given).hasSize(1);
    }

    @Test
    void aSwitchThatAnotherInstanceHasIsLetGo() {
        configured.put(TOFINO, access);
        schedulers.apply(settings(PORT, 0.75));
        connected.get(0).trouble = "no answer";
        connected.get(0).changed.run();

        schedulers.update(List.of());

        assertThat(connected.get(0).closed).isTrue();
        assertThat(alerts.all()).isEmpty();
        schedulers.stop();
    }

    private static PortSpec spec(long rateBps) {
        return new PortSpec(
                PORT,
                rateBps,
                100,
                List.of(
                        new ClassSpec("a", ClassKind.A, 1, Targets.NONE),
                        new ClassSpec("b", ClassKind.B, 1, Targets.NONE)));
    }

    private List<String> drains() {
        return entries.of(P4Names.TABLE_DRAINS.toString());
    }

    @Test
    void aPortWithVirtualQueuesLeavesTheSchedulerAlone() {
        configured.put(TOFINO, access);
        listed.add(4L);
        schedulers.follow(spec(1_000_000_000));
        schedulers.update(List.of(TOFINO));
        schedulers.apply(settings(PORT, 0.75));

        assertThat(drains()).hasSize(64);
        assertThat(connected.get(0).given).isEmpty();
        connected.get(0).forgotten.clear();
        assertThat(schedulers.view(PORT)).isSameAs(SchedulingView.IN_VIRTUAL_QUEUES);
        assertThat(alerts.all()).isEmpty();

        listed.clear();
        schedulers.update(List.of(TOFINO));

        assertThat(drains()).isEmpty();
        assertThat(connected.get(0).given).hasSize(1);
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.ASIC);

        assertThat(connected.get(0).forgotten).isEmpty();
        listed.add(4L);
        schedulers.update(List.of(TOFINO));
        assertThat(drains()).hasSize(64);
        assertThat(connected.get(0).forgotten).as("not set again later").containsExactly(PORT);
        schedulers.forget(PORT);
        assertThat(drains()).hasSize(64);
        schedulers.removeVirtualQueues(PORT);
        assertThat(drains()).isEmpty();
    }

    /**
     * The ports with virtual queues are known before the first settings, and after a restart
     * without any.
     */
    @Test
    void virtualQueuesStayAsLongAsTheyAreListed() {
        listed.add(4L);
        schedulers.follow(spec(1_000_000_000));
        schedulers.apply(settings(PORT, 0.75));
        List<String> given = drains();
        assertThat(given).hasSize(64);

        PortSchedulers restarted = newSchedulers();
        restarted.update(List.of(TOFINO));
        assertThat(drains()).isEqualTo(given);

        listed.clear();
        restarted.update(List.of());
        assertThat(drains()).isEqualTo(given);
        restarted.update(List.of(TOFINO));
        assertThat(drains()).isEmpty();
    }

    @Test
    void withVirtualQueuesNoServerIsNeededAndNoneGetsSettings() {
        listed.add(4L);
        schedulers.follow(spec(1_000_000_000));
        schedulers.apply(settings(PORT, 0.5));
        schedulers.update(List.of(TOFINO));
        assertThat(alerts.all()).isEmpty();

        configured.put(TOFINO, access);
        schedulers.update(List.of(TOFINO));

        assertThat(connected.get(0).given).isEmpty();
    }

    @Test
    void aPortNoLongerListedLosesItsVirtualQueuesWithItsNextSettings() {
        listed.add(4L);
        schedulers.follow(spec(1_000_000_000));
        schedulers.apply(settings(PORT, 0.5));
        listed.clear();

        schedulers.apply(settings(PORT, 0.75));

        assertThat(drains()).isEmpty();
    }

    @Test
    void aPortNoLongerUnderControlIsNotScheduledAnew() {
        PortId other = new PortId("device:t1", 5);
        schedulers.apply(settings(PORT, 0.75));
        schedulers.apply(settings(other, 0.5));
        schedulers.forget(PORT);
        configured.put(TOFINO, access);

        schedulers.update(List.of(TOFINO));

        assertThat(connected.get(0).given).extracting(PortSchedule::port).containsExactly(other);
    }

    @Test
    void aProgramWithoutTheTableIsAnAlert() {
        listed.add(4L);
        able = false;
        schedulers.follow(spec(1_000_000_000));
        schedulers.apply(settings(PORT, 0.5));
        schedulers.update(List.of(TOFINO));

        assertThat(drains()).isEmpty();
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.STATIC);
        assertThat(alertTexts())
                .anyMatch(
                        text ->
                                text.startsWith("virtual-queues-unused device:t1: netcfg")
                                        && text.endsWith(
                                                "has no table for them; they are not used"));
        able = true;
        schedulers.update(List.of(TOFINO));
        assertThat(drains()).hasSize(64);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void entriesThatTheSwitchRefusesAreAnAlert() {
        listed.add(4L);
        entries.refuse(true);
        schedulers.follow(spec(1_000_000_000));
        schedulers.apply(settings(PORT, 0.5));
        assertThat(alertTexts())
                .anyMatch(text -> text.startsWith("virtual-queues-refused device:t1/4"));
        entries.refuse(false);
        schedulers.apply(settings(PORT, 0.5));
        assertThat(alertTexts()).noneMatch(text -> text.startsWith("virtual-queues-refused"));
    }

    private static PortSettings byRate(Marking second) {
        return new PortSettings(
                PORT,
                RateWindow.ofUs(128),
                List.of(queue(0, 0.75, Marking.BY_RATE), queue(1, 0.25, second)));
    }

    /** The ASIC keeps the weights of a port that is marked by rate. */
    @Test
    void classesThatAreMarkedByRateGetPhantomQueuesBesideTheScheduler() {
        configured.put(TOFINO, access);
        schedulers.follow(spec(1_000_000_000));
        schedulers.update(List.of(TOFINO));
        schedulers.apply(byRate(Marking.atDepth(1)));

        assertThat(drains()).hasSize(32);
        assertThat(connected.get(0).given).hasSize(1);
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.ASIC);

        schedulers.apply(byRate(Marking.BY_RATE));
        assertThat(drains()).hasSize(64);
        schedulers.apply(settings(PORT, 0.75));
        assertThat(drains()).isEmpty();
    }
}
