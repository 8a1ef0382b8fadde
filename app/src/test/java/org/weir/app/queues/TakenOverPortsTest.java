// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;
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
import org.weir.control.QueueSettings;
import org.weir.control.loop.ControlLoop;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.PolicyReader;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.PortScheduler;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.P4Names;

/**
 * Ports of a Tofino whose settings are taken over: the ASIC shares by bits, settings by packets.
 */
class TakenOverPortsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final PortId PORT = new PortId("device:s1", 4);
    private static final long SECOND = 1_000_000_000L;
    private static final int[] PACKET_BYTES = {200, 1500};

    private final OneSwitch network = new OneSwitch("org.weir.tna", "stratum-tofino", 4);
    private final AlertBoard alerts = new AlertBoard();
    private final Asic asic = new Asic();
    private final Entries entries = new Entries();
    private final Set<Long> listed = new HashSet<>();
    private final OneByOne executor = new OneByOne();
    private final long[] packets = new long[2];
    private long nowNs = 100 * SECOND;
    private RuleBook rules;
    private ControlRunner runner;

    @BeforeEach
    void start() throws IOException {
        network.fabric().refresh();
        network.leadToHosts(4);
        rules = new RuleBook(entries, network.mastership(), new StoredRules().archive());
        runner = newRunner();
    }

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    /** The application after its start; what it had written is known to ONOS and to the switch. */
    private ControlRunner newRunner() throws IOException {
        RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
        VirtualQueues virtualQueues =
                new VirtualQueues(
                        rules, new DrainRules(factory), device -> listed, device -> true, alerts);
        ControlRunner made =
                new ControlRunner(
                        executor,
                        () -> nowNs,
                        network.fabric(),
                        rules,
                        new DirectRules(device -> Optional.empty(), Runnable::run),
                        new SettingsRules(factory),
                        alerts,
                        new PortSchedulers(
                                device -> Optional.of(asic.type()),
                                device -> Optional.of(asic),
                                virtualQueues,
                                alerts),
                        (port, aqm) -> true,
                        new Terms(network.mastership(), () -> true, () -> 0),
                        new TaskWatch(alerts, "1", () -> nowNs));
        made.setPolicy(
                PolicyReader.read(
                        new ObjectMapper()
                                .readTree(
                                        ("{'port': {'rateBps': 10000000, 'capacityPackets': 256},"
                                                        + " 'classes': [{'name': 'voice', 'kind':"
                                                        + " 'A', 'importance': 3, 'targets':"
                                                        + " {'delayMs': 5}}, {'name': 'bulk',"
                                                        + " 'kind': 'C', 'importance': 1}]}")
                                                .replace('\'', '"')),
                        "test"));
        return made;
    }

    /** A round after a second in which voice and bulk arrive, each in packets of its own size. */
    private void second() {
        nowNs += SECOND;
        runner.runNow().join();
        double[] mbps = {1, 5};
        for (int i = 0; i < mbps.length; i++) {
            packets[i] += Math.round(mbps[i] * 1e6 / 8 / PACKET_BYTES[i]);
            long bytes = packets[i] * PACKET_BYTES[i];
            loop().onSample(
                            QueueSample.builder(PORT, i, nowNs)
                                    .arrived(packets[i], bytes)
                                    .departed(packets[i], bytes)
                                    .build());
        }
        runner.runNow().join();
    }

    private ControlLoop loop() {
        return runner.loop().orElseThrow();
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            second();
        }
    }

    private QueueSettings voice() {
        return loop().states().get(0).classes().get(0).settings().orElseThrow();
    }

    @Test
    void theAsicIsLeftAsItIsUntilSharesAreSolved() throws IOException {
        seconds(10);
        double voice = asic.voice();
        QueueSettings before = voice();
        assertThat(before.weightFraction()).isEqualTo(voice);
        asic.given.clear();

        runner = newRunner();
        runner.runNow().join();

        assertThat(asic.given).as("shares of packets are none of bits").isEmpty();
        assertThat(voice().isShareKnown()).isFalse();
        assertThat(voice().weightPackets()).isEqualTo(before.weightPackets());

        seconds(10);
        assertThat(asic.voice()).as("the first known load").isCloseTo(voice, within(0.02));
        assertThat(voice().weightFraction()).isEqualTo(asic.voice());
    }

    @Test
    void aPortThatComesBackGetsTheSharesOfItsLoad() {
        seconds(10);
        double voice = asic.voice();
        network.leadToHosts(new long[0]);
        second();
        assertThat(loop().states()).isEmpty();
        asic.given.clear();

        network.leadToHosts(4);
        seconds(10);

        assertThat(asic.given)
                .isNotEmpty()
                .allSatisfy(
                        one ->
                                assertThat(one.shares().get(0).weightFraction())
                                        .isCloseTo(voice, within(0.02)));
    }

    @Test
    void aNewTermLeavesTheVirtualQueues() {
        listed.add(4L);
        seconds(10);
        List<String> drains = entries.of(P4Names.TABLE_DRAINS.toString());
        assertThat(drains).hasSize(64);
        entries.written.clear();

        runner.beginTerm(DEVICE);
        nowNs += SECOND;
        runner.runNow().join();

        assertThat(entries.written).doesNotContain(P4Names.TABLE_DRAINS.toString());
        assertThat(entries.of(P4Names.TABLE_DRAINS.toString())).isEqualTo(drains);
    }

    @Test
    void aSwitchWithoutContactKeepsItsVirtualQueues() {
        listed.add(4L);
        seconds(10);
        network.setAvailable(false);
        second();
        assertThat(loop().states()).isEmpty();

        assertThat(entries.of(P4Names.TABLE_DRAINS.toString())).hasSize(64);
    }

    @Test
    void aPortThatIsGoneLosesItsVirtualQueues() {
        listed.add(4L);
        seconds(10);
        network.leadToHosts(new long[0]);
        second();

        assertThat(entries.of(P4Names.TABLE_DRAINS.toString())).isEmpty();
    }

    /** One thread that runs rounds only when it is asked for one. */
    private static final class OneByOne extends ScheduledThreadPoolExecutor {
        OneByOne() {
            super(1);
        }

        @Override
        public void execute(Runnable round) {
            super.schedule(round, 0, TimeUnit.MILLISECONDS);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable round, long delay, TimeUnit unit) {
            return null;
        }
    }

    /** Rules of a switch, and the tables that were written. */
    private static final class Entries extends HeldRules {
        private final List<String> written = new ArrayList<>();

        @Override
        public void apply(FlowRuleOperations operations) {
            for (Set<FlowRuleOperation> stage : operations.stages()) {
                stage.forEach(one -> written.add(one.rule().table().toString()));
            }
            super.apply(operations);
        }
    }

    /** A scheduler that takes all it is given. */
    private static final class Asic implements SchedulerAccess, PortScheduler {
        private final List<PortSchedule> given = new ArrayList<>();

        double voice() {
            return given.get(given.size() - 1).shares().get(0).weightFraction();
        }

        @Override
        public SchedulerType type() {
            return BF_RUNTIME;
        }

        @Override
        public PortScheduler connect(Runnable changed) {
            return this;
        }

        @Override
        public CompletableFuture<AppliedSchedule> apply(PortSchedule schedule) {
            given.add(schedule);
            return CompletableFuture.completedFuture(
                    new AppliedSchedule(schedule, List.of(1, 1), 0));
        }

        @Override
        public Optional<AppliedSchedule> applied(PortId port) {
            return Optional.empty();
        }

        @Override
        public void forget(PortId port) {}

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }

        @Override
        public Optional<String> trouble(PortId port) {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    private static final SchedulerType BF_RUNTIME =
            new SchedulerType() {
                @Override
                public String addressField() {
                    return "bfrt";
                }

                @Override
                public String serverName() {
                    return "BF Runtime server";
                }

                @Override
                public Set<String> fields() {
                    return Set.of("bfrt");
                }

                @Override
                public SchedulerAccess read(JsonNode node, String source) {
                    throw new UnsupportedOperationException();
                }
            };
}
