// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortStatistics;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.FlowId;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.alerts.TaskWatch;
import org.weir.pipelines.ProgramDrop;
import org.weir.pipelines.SwitchDropReading;

class DropPollerTest {

    private static final long S = 1_000_000_000;
    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");

    private final Executor executor = new Executor();
    private final Sources sources = new Sources();
    private List<DeviceId> own = List.of(S1);
    private long nowNs;
    private final DropPoller poller =
            new DropPoller(
                    executor,
                    () -> nowNs,
                    () -> own,
                    sources,
                    new TaskWatch(new AlertBoard(), "1", () -> nowNs));

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private DropCount count(DropCause cause) {
        return poller.drops(S1).count(cause).orElseThrow();
    }

    /** A period later the switch is asked. */
    private void next() {
        nowNs += 5 * S;
        poller.poll(S1);
    }

    @Test
    void whatIsNotReadIsNotKnown() {
        assertThat(poller.drops(S1)).isSameAs(DropsView.UNKNOWN);
        sources.answer = CompletableFuture.failedFuture(new IllegalStateException("refused"));

        next();

        DropsView drops = poller.drops(S1);
        assertThat(drops.count(DropCause.UNROUTED)).isEmpty();
        assertThat(drops.count(DropCause.PORT_TX)).isEmpty();
        assertThat(drops.count(DropCause.ACL)).isPresent();
    }

    @Test
    void countsEachCauseFromTheFirstReading() {
        sources.reading(100, 200, 300);
        sources.ports(400, 500);
        sources.acl.put(FlowId.valueOf(1), 600L);
        next();
        sources.reading(101, 202, 303);
        sources.ports(404, 505);
        sources.acl.put(FlowId.valueOf(1), 606L);
        next();

        DropsView drops = poller.drops(S1);
        assertThat(drops.count(DropCause.UNROUTED).orElseThrow().packets()).isEqualTo(1);
        assertThat(drops.count(DropCause.EXPIRED).orElseThrow().packets()).isEqualTo(2);
        assertThat(drops.count(DropCause.MALFORMED).orElseThrow().packets()).isEqualTo(3);
        assertThat(drops.count(DropCause.PORT_RX).orElseThrow().packets()).isEqualTo(4);
        assertThat(drops.count(DropCause.PORT_TX).orElseThrow().packets()).isEqualTo(5);
        assertThat(drops.count(DropCause.ACL).orElseThrow().packets()).isEqualTo(6);
        assertThat(drops.packets()).hasValue(21);
        assertThat(drops.packetsPerSecond()).hasValueCloseTo(4.2, within(1e-9));
    }

    @Test
    void statisticsThatOnosHasNotReadAnewSayNothingNew() {
        sources.ports(0, 0);
        next();
        sources.ports(0, 50);
        next();
        next();

        assertThat(count(DropCause.PORT_TX).lastIntervalPackets()).hasValue(50);
        sources.ports(0, 70);
        next();
        assertThat(count(DropCause.PORT_TX).packetsPerSecond()).hasValue(2);

        for (int i = 0; i < 5; i++) {
            next();
        }
        assertThat(count(DropCause.PORT_TX).packets()).isEqualTo(70);
        assertThat(count(DropCause.PORT_TX).lastIntervalPackets()).isEmpty();
    }

    @Test
    void aSwitchThatIsSlowIsNotAskedAgain() {
        sources.reading(0, 0, 0);
        next();
        CompletableFuture<SwitchDropReading> late = new CompletableFuture<>();
        sources.answer = late;
        next();
        next();
        next();

        assertThat(sources.asked).isEqualTo(2);
        assertThat(count(DropCause.UNROUTED).lastIntervalPackets()).isEmpty();

        late.complete(new SwitchDropReading(Map.of(ProgramDrop.UNROUTED, 8L)));
        assertThat(count(DropCause.UNROUTED).packets()).isEqualTo(8);
        next();
        assertThat(sources.asked).isEqualTo(3);
    }

    @Test
    void aSwitchThatFailsIsAskedAgain() {
        sources.broken = true;
        next();
        sources.broken = false;
        sources.reading(0, 0, 0);
        next();

        assertThat(poller.drops(S1).count(DropCause.UNROUTED)).isPresent();
    }

    @Test
    void switchesAreAskedOneAfterTheOtherOverThePeriod() {
        switches(40);

        poller.round();

        assertThat(executor.delaysMs).hasSize(40).doesNotHaveDuplicates();
        assertThat(executor.delaysMs).allMatch(delay -> delay >= 0 && delay < DropPoller.PERIOD_MS);
        assertThat(executor.delaysMs.get(20)).isEqualTo(DropPoller.PERIOD_MS / 2);
    }

    /** Each switch has a delay of its own, by which it is known here. */
    @Test
    void manySwitchesTakeTurns() {
        switches(100);
        for (int round = 1; round <= 3; round++) {
            poller.round();
            assertThat(executor.delaysMs.size()).isBetween(33 * round, 34 * round);
        }
        assertThat(executor.delaysMs).hasSize(100).doesNotHaveDuplicates();
    }

    private void switches(int count) {
        own = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            own.add(DeviceId.deviceId("device:" + i));
        }
    }

    @Test
    void ofASwitchThatIsNoLongerThisInstancesTheLastIntervalIsNotKnown() {
        sources.reading(0, 0, 0);
        next();
        sources.reading(9, 0, 0);
        next();
        assertThat(count(DropCause.UNROUTED).lastIntervalPackets()).hasValue(9);
        own = List.of(S2);

        poller.round();

        assertThat(count(DropCause.UNROUTED).packets()).isEqualTo(9);
        assertThat(count(DropCause.UNROUTED).lastIntervalPackets()).isEmpty();
    }

    @Test
    void asksForNewPortsWithABaselineOfTheirOwn() {
        sources.reading(10, 0, 0);
        next();
        sources.ports = Set.of(1L, 2L, 3L);
        sources.reading(5000, 0, 0);
        next();

        assertThat(count(DropCause.UNROUTED).packets()).isZero();
        assertThat(count(DropCause.UNROUTED).lastIntervalPackets()).isEmpty();
    }

    private static Offset<Double> within(double value) {
        return Offset.offset(value);
    }

    /** Takes note of when tasks are to run, and runs none. */
    private static final class Executor extends ScheduledThreadPoolExecutor {
        private final List<Long> delaysMs = new ArrayList<>();

        private Executor() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            delaysMs.add(unit.toMillis(delay));
            return null;
        }
    }

    /** Switches whose answers the test sets. */
    private static final class Sources implements DropSources {
        private CompletableFuture<SwitchDropReading> answer =
                CompletableFuture.completedFuture(new SwitchDropReading(packets(0, 0, 0)));
        private Set<Long> ports = Set.of(1L, 2L);
        private List<PortStatistics> statistics = List.of();
        private final Map<FlowId, Long> acl = new HashMap<>();
        private boolean broken;
        private int asked;

        private void reading(long unrouted, long expired, long malformed) {
            answer =
                    CompletableFuture.completedFuture(
                            new SwitchDropReading(packets(unrouted, expired, malformed)));
        }

        private static Map<ProgramDrop, Long> packets(long unrouted, long expired, long malformed) {
            Map<ProgramDrop, Long> packets = new EnumMap<>(ProgramDrop.class);
            packets.put(ProgramDrop.UNROUTED, unrouted);
            packets.put(ProgramDrop.EXPIRED, expired);
            packets.put(ProgramDrop.MALFORMED, malformed);
            return packets;
        }

        private void ports(long rxDropped, long txDropped) {
            statistics =
                    List.of(
                            DefaultPortStatistics.builder()
                                    .setDeviceId(S1)
                                    .setPort(PortNumber.portNumber(1))
                                    .setPacketsRxDropped(rxDropped)
                                    .setPacketsTxDropped(txDropped)
                                    .build());
        }

        @Override
        public Set<Long> ports(DeviceId device) {
            return ports;
        }

        @Override
        public CompletableFuture<SwitchDropReading> program(DeviceId device, Set<Long> asks) {
            asked++;
            if (broken) {
                throw new IllegalStateException("broken");
            }
            return answer;
        }

        @Override
        public List<PortStatistics> statistics(DeviceId device, Set<Long> asks) {
            return statistics;
        }

        @Override
        public Map<FlowId, Long> accessList(DeviceId device) {
            return Map.copyOf(acl);
        }
    }
}
