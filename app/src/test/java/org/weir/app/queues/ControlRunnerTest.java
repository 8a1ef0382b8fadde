// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.weir.app.Alert;
import org.weir.app.ManualScheduler;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.alerts.TaskWatch;
import org.weir.app.cluster.Terms;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.SettingsRules;
import org.weir.app.rules.StoredRules;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.app.scheduling.VirtualQueues;
import org.weir.control.PortId;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.QueueCounters;
import org.weir.pipelines.QueueReading;
import org.weir.pipelines.QueueSelection;

/** Rounds over a switch whose counters nobody reads and that answers writes as the test says. */
class ControlRunnerTest {
    private static final PortId PORT = new PortId("device:s1", 4);

    private final OneSwitch network = new OneSwitch("org.weir.v1model", "bmv2", 4, 5);
    private final AlertBoard alerts = new AlertBoard();
    private final Writes writes = new Writes();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final Terms terms = new Terms(network.mastership(), () -> true, () -> 0);
    private boolean isBroken;
    private ControlRunner runner;

    @BeforeEach
    void start() {
        network.fabric().refresh();
        network.leadToHosts(4);
        RuleBook rules = new RuleBook(writes, network.mastership(), new StoredRules().archive());
        RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
        runner =
                new ControlRunner(
                        scheduler,
                        () -> scheduler.nowMs() * 1_000_000,
                        network.fabric(),
                        rules,
                        new DirectRules(device -> Optional.empty(), Runnable::run),
                        new SettingsRules(factory),
                        alerts,
                        new PortSchedulers(
                                device -> {
                                    if (isBroken) {
                                        throw new NoClassDefFoundError("org/weir/Missing");
                                    }
                                    return Optional.empty();
                                },
                                device -> Optional.empty(),
                                new VirtualQueues(
                                        rules,
                                        new DrainRules(factory),
                                        device -> Set.of(),
                                        device -> false,
                                        alerts),
                                alerts),
                        (port, aqm) -> true,
                        terms,
                        new TaskWatch(alerts, "1", () -> scheduler.nowMs() * 1_000_000));
    }

    private static Policy policy(long periodMs) throws IOException {
        return policy(periodMs, "'rateBps': 10000000, ");
    }

    private static Policy policy(long periodMs, String rate) throws IOException {
        return PolicyReader.read(
                new ObjectMapper()
                        .readTree(
                                ("{'periodMs': "
                                                + periodMs
                                                + ", 'port': {"
                                                + rate
                                                + "'capacityPackets': 256}, 'classes': [{'name':"
                                                + " 'voice', 'importance': 3}]}")
                                        .replace('\'', '"')),
                "test");
    }

    /** Kinds of the alerts, but for that of the counters, which nobody reads here. */
    private List<String> kinds() {
        return alerts.all().stream()
                .map(Alert::kind)
                .filter(kind -> !kind.equals("counters-unread"))
                .collect(Collectors.toList());
    }

    /** Somebody has typed an hour for a second. */
    @Test
    void aPolicyDoesNotWaitForThePeriodOfTheOneBefore() throws IOException {
        runner.setPolicy(policy(3_600_000));
        scheduler.pass(5000);
        assertThat(solved()).isEqualTo(1);

        runner.setPolicy(policy(1000));
        scheduler.pass(0);
        assertThat(solved()).isEqualTo(2);
        scheduler.pass(10_000);
        assertThat(solved()).as("one round a period").isEqualTo(12);
    }

    /** An error of the virtual machine, as when a bundle was replaced, is no end of control. */
    @Test
    void roundsGoOnAfterAnError() throws IOException {
        runner.setPolicy(policy(1000));
        scheduler.pass(2000);
        isBroken = true;
        scheduler.pass(5000);
        isBroken = false;
        long before = solved();
        scheduler.pass(5000);
        assertThat(solved()).isEqualTo(before + 5);
    }

    /** As when an aggregate loses a member. */
    @Test
    void anotherRateDoesNotWaitForThePeriod() throws IOException {
        network.setRateBps(10_000_000_000L);
        runner.setPolicy(policy(3_600_000, ""));
        scheduler.pass(10);
        runner.portUpdated(PORT);
        scheduler.pass(0);
        assertThat(solved()).as("nothing has changed").isEqualTo(1);

        network.setRateBps(5_000_000_000L);
        runner.portUpdated(PORT);
        scheduler.pass(0);

        assertThat(solved()).isEqualTo(2);
        assertThat(rateBps()).isEqualTo(5_000_000_000L);
    }

    @Test
    void aLookForRatesIsNotTheFirstRoundOfATakeover() throws IOException {
        network.setRateBps(10_000_000_000L);
        runner.setPolicy(policy(5000, ""));
        scheduler.pass(10);
        DeviceId device = DeviceId.deviceId(PORT.device());
        terms.begin(device);
        runner.beginTerm(device);

        network.setRateBps(5_000_000_000L);
        runner.portUpdated(PORT);
        scheduler.pass(0);
        assertThat(rateBps()).isEqualTo(5_000_000_000L);
        assertThat(terms.term(device).orElseThrow().isFirstRoundDone()).isFalse();

        scheduler.pass(5000);
        assertThat(terms.term(device).orElseThrow().isFirstRoundDone()).isTrue();
    }

    /** Switches are asked no more often, and a slow one is not waited for. */
    @Test
    void anotherRateIsSolvedWithoutReadings() throws IOException {
        network.setBehaviour(QueueCounters.class, Busy.class);
        network.setRateBps(10_000_000_000L);
        runner.setPolicy(policy(5000, ""));
        scheduler.pass(0);
        long readings = runner.periods().get(PORT);

        network.setRateBps(5_000_000_000L);
        runner.portUpdated(PORT);
        scheduler.pass(0);

        assertThat(rateBps()).isEqualTo(5_000_000_000L);
        assertThat(runner.periods().get(PORT)).isEqualTo(readings);
        scheduler.pass(5000);
        assertThat(runner.periods().get(PORT)).as("period").isEqualTo(readings + 1);
    }

    /** As of a microwave line in bad weather. */
    @Test
    void ratesThatKeepChangingAreFollowedTenTimesASecond() throws IOException {
        network.setRateBps(10_000_000_000L);
        runner.setPolicy(policy(3_600_000, ""));
        scheduler.pass(10);
        for (int changes = 1; changes <= 100; changes++) {
            network.setRateBps(changes * 10_000_000L);
            runner.portUpdated(PORT);
            scheduler.pass(10);
        }
        scheduler.pass(100);

        assertThat(solved()).isBetween(10L, 12L);
        assertThat(rateBps()).isEqualTo(1_000_000_000L);
    }

    private long rateBps() {
        return runner.loop().orElseThrow().states().get(0).spec().rateBps();
    }

    @Test
    void theEndOfAFreezeDoesNotWaitForTheNextPeriod() throws IOException {
        runner.setFrozen(true);
        runner.setPolicy(policy(3_600_000));
        scheduler.pass(5000);
        assertThat(writes.of(P4Names.TABLE_SETTINGS.toString())).isEmpty();

        runner.setFrozen(false);
        runner.setFrozen(false);
        scheduler.pass(0);
        assertThat(writes.of(P4Names.TABLE_SETTINGS.toString())).isNotEmpty();
        assertThat(solved()).isEqualTo(2);
    }

    /** A policy that comes into force during a round does not start a second row of rounds. */
    @Test
    void aPolicyDuringARoundLeavesOneRoundAPeriod() throws IOException {
        Policy other = policy(1000);
        writes.once = () -> runner.setPolicy(other);
        runner.setPolicy(policy(3_600_000));
        scheduler.pass(0);
        assertThat(scheduler.runs()).isEqualTo(2);
        scheduler.pass(10_000);
        assertThat(scheduler.runs()).isEqualTo(12);
    }

    private long solved() {
        return runner.loop().orElseThrow().solvedCount();
    }

    /** A switch loses contact during an installation, which fails when its ports are gone. */
    @Test
    void alertsEndWhenTheirPortLeavesControl() throws IOException {
        writes.wait = true;
        runner.setPolicy(policy(1000));
        scheduler.pass(0);
        assertThat(runner.loop().orElseThrow().states()).hasSize(1);
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("counters-unread");

        network.leadToHosts(new long[0]);
        scheduler.pass(1000);
        assertThat(runner.loop().orElseThrow().states()).isEmpty();
        writes.end(false);
        assertThat(alerts.all()).isEmpty();

        writes.wait = false;
        network.leadToHosts(4);
        scheduler.pass(2000);
        assertThat(runner.loop().orElseThrow().behindCount()).isZero();
        assertThat(kinds()).isEmpty();
    }

    @Test
    void refusalsAreForgottenWithTheirPort() throws IOException {
        writes.refuse(true);
        runner.setPolicy(policy(1000));
        scheduler.pass(2000);
        assertThat(kinds()).containsExactly("reporting-refused", "settings-refused");

        network.leadToHosts(new long[0]);
        scheduler.pass(1000);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void reportIntervalsAreWrittenOneByOneAndMoreRarelyWhileTheyAreRefused() throws IOException {
        runner.setPolicy(policy(10));
        scheduler.pass(0);
        network.leadToHosts(4, 5);
        writes.wait = true;
        scheduler.pass(10_000);
        assertThat(writes.open)
                .filteredOn(one -> Writes.isOf(one, P4Names.TABLE_REPORTING))
                .hasSize(1);

        writes.wait = false;
        writes.refuse(true);
        writes.end(false);
        writes.reports = 0;
        scheduler.pass(60_000);
        assertThat(writes.reports).isBetween(5, 8);
        assertThat(kinds()).contains("reporting-refused");

        writes.refuse(false);
        scheduler.pass(60_000);
        assertThat(kinds()).isEmpty();
    }

    /** Settings that the switch has not confirmed do not count as its own. */
    @Test
    void refusedSettingsAreNotTakenOver() throws IOException {
        writes.refused = P4Names.TABLE_GENERATIONS;
        runner.setPolicy(policy(1000));
        scheduler.pass(2000);
        network.leadToHosts(new long[0]);
        scheduler.pass(1000);
        writes.refused = null;
        network.leadToHosts(4);
        scheduler.pass(1000);
        assertThat(writes.of(P4Names.TABLE_GENERATIONS.toString())).hasSize(1);
        assertThat(kinds()).isEmpty();
    }

    /** The guard of a plan tells periods apart by their numbers. */
    @Test
    void eachRoundThatAnswersReadingsEndsAPeriod() throws IOException {
        network.setBehaviour(QueueCounters.class, Busy.class);
        runner.setPolicy(policy(5000));
        scheduler.pass(4_000);
        long first = runner.periods().get(PORT);
        scheduler.pass(50_000);
        assertThat(runner.periods().get(PORT)).isEqualTo(first + 10);
    }

    @Test
    void aRoundWithoutReadingsEndsNoPeriod() throws IOException {
        runner.setPolicy(policy(1000));
        scheduler.pass(10_000);
        assertThat(runner.periods()).isEmpty();
    }

    /** Counters of queues by which packets pass from each reading to the next. */
    public static final class Busy extends AbstractHandlerBehaviour implements QueueCounters {
        private long packets;

        @Override
        public CompletableFuture<List<QueueReading>> read(QueueSelection selection) {
            packets += 100;
            PiCounterCellData passed = new PiCounterCellData(packets, 1000 * packets);
            PiCounterCellData none = new PiCounterCellData(0, 0);
            return CompletableFuture.completedFuture(
                    selection.queues().entrySet().stream()
                            .map(
                                    one ->
                                            new QueueReading(
                                                    one.getKey(),
                                                    one.getValue(),
                                                    passed,
                                                    passed,
                                                    none,
                                                    none,
                                                    none,
                                                    new long[64]))
                            .collect(Collectors.toList()));
        }
    }

    /** Rules that the switch confirms, or refuses, when the test lets it. */
    private static final class Writes extends HeldRules {
        private final List<FlowRuleOperations> open = new ArrayList<>();
        private boolean wait;
        private int reports;

        /** Runs during the next write. */
        private Runnable once = () -> {};

        /** Table whose entries are refused; null for none. */
        private PiTableId refused;

        @Override
        public void apply(FlowRuleOperations operations) {
            Runnable now = once;
            once = () -> {};
            now.run();
            reports += isOf(operations, P4Names.TABLE_REPORTING) ? 1 : 0;
            if (wait) {
                open.add(operations);
            } else if (refused != null && isOf(operations, refused)) {
                operations.callback().onError(operations);
            } else {
                super.apply(operations);
            }
        }

        static boolean isOf(FlowRuleOperations operations, PiTableId table) {
            return operations.stages().stream()
                    .flatMap(Set::stream)
                    .anyMatch(one -> one.rule().table().equals(table));
        }

        void end(boolean success) {
            while (!open.isEmpty()) {
                FlowRuleOperations next = open.remove(0);
                if (success) {
                    super.apply(next);
                } else {
                    next.callback().onError(next);
                }
            }
        }
    }
}
