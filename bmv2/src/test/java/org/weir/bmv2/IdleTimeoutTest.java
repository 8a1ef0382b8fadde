// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.TestNetwork.exact;
import static org.weir.bmv2.TestNetwork.number;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;

/** An entry that is not hit is reported after each timeout, and stays. */
class IdleTimeoutTest {

    private static final long SECOND = 1_000_000_000L;

    private final List<IdleEntry> idle = new ArrayList<>();
    private TestNetwork network;
    private TableControl flows;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("idle"));
        network.device.onIdleEntry(idle::add);
        flows = network.table("IngressOf.flows");
    }

    private static TableEntry entry(int value, int port, long timeoutNs) {
        return new TableEntry(
                List.of(exact(value)), 0, ActionCall.of("IngressOf.send", number(port)), timeoutNs);
    }

    private List<Long> times() {
        return idle.stream().map(IdleEntry::timeNs).toList();
    }

    private void hit(String value, long timeNs) {
        network.timeline.runUntil(timeNs);
        network.device.receive(1, TestNetwork.bytes(value));
    }

    @Test
    void anEntryIsReportedAfterEachTimeoutWithoutAHit() {
        flows.insert(entry(5, 2, SECOND));
        flows.insert(entry(6, 2, 0));
        hit("05", SECOND / 2);
        hit("06", SECOND);
        network.timeline.runUntil(4 * SECOND);
        assertThat(times()).containsExactly(3 * SECOND / 2, 5 * SECOND / 2, 7 * SECOND / 2);
        assertThat(idle.get(0).table()).isEqualTo("IngressOf.flows");
        assertThat(idle.get(0).entry()).isEqualTo(flows.entries().get(0));
        assertThat(idle.get(0).entry().idleTimeoutNs()).isEqualTo(SECOND);
        assertThat(flows.sinceHitNs(List.of(exact(5)), 0)).isEqualTo(7 * SECOND / 2);
        assertThat(flows.sinceHitNs(List.of(exact(6)), 0)).isEqualTo(3 * SECOND);
        hit("05", 4 * SECOND);
        network.timeline.runUntil(5 * SECOND - 1);
        assertThat(idle).hasSize(3);
        network.timeline.runUntil(5 * SECOND);
        assertThat(idle).hasSize(4);
    }

    @Test
    void anEntryThatIsChangedStartsAnewAndOneThatIsGoneIsSilent() {
        flows.insert(entry(5, 2, SECOND));
        flows.insert(entry(6, 2, SECOND));
        network.timeline.runUntil(SECOND / 2);
        flows.modify(entry(5, 3, 2 * SECOND));
        flows.delete(List.of(exact(6)), 0);
        network.timeline.runUntil(3 * SECOND);
        assertThat(times()).containsExactly(5 * SECOND / 2);
        flows.modify(entry(5, 3, 0));
        network.timeline.runUntil(10 * SECOND);
        assertThat(idle).hasSize(1);
    }

    /** Each entry that was due before another left a wake-up behind, which repeated for ever. */
    @Test
    void entriesThatComeAndGoLeaveNoWakeUpsBehind() {
        flows.insert(entry(5, 2, 60 * SECOND));
        for (long startNs = 0; startNs < 240 * SECOND; startNs += 10 * SECOND) {
            network.timeline.runUntil(startNs);
            flows.insert(entry(6, 2, SECOND));
            network.timeline.runUntil(startNs + 3 * SECOND / 2);
            flows.delete(List.of(exact(6)), 0);
        }
        network.timeline.runUntil(300 * SECOND);

        assertThat(network.timeline.pendingTasks()).isEqualTo(1);
        assertThat(times().stream().filter(time -> time % (60 * SECOND) == 0))
                .containsExactly(
                        60 * SECOND, 120 * SECOND, 180 * SECOND, 240 * SECOND, 300 * SECOND);
    }

    @Test
    void anotherProgramForgetsThem() throws Exception {
        flows.insert(entry(5, 2, SECOND));
        network.device.loadProgram(TestNetwork.program("idle"));
        network.timeline.runUntil(3 * SECOND);
        assertThat(idle).isEmpty();
    }

    @Test
    void tablesWithoutSupportRefuse() throws Exception {
        TestNetwork other = new TestNetwork(TestNetwork.program("profiles"));
        TableControl routes = other.table("TestIngress.routes");
        assertThat(routes.hasIdleTimeout()).isFalse();
        assertThatThrownBy(() -> routes.sinceHitNs(List.of(exact(1)), 0))
                .hasMessageContaining("the program declares no idle timeout");
        assertThatThrownBy(() -> flows.insert(entry(1, 1, -1)))
                .hasMessageContaining("must not be negative");
    }

    @Test
    void theDefaultHasACounterToo() {
        flows.insert(entry(5, 2, 0));
        network.send(1, "07aabb");
        network.send(1, "08");
        network.send(1, "05");
        assertThat(flows.readDefaultCounter()).isEqualTo(new CounterValue(2, 4));
        flows.writeDefaultCounter(CounterValue.ZERO);
        assertThat(flows.readDefaultCounter()).isEqualTo(CounterValue.ZERO);
        assertThat(flows.readCounter(List.of(exact(5)), 0)).isEqualTo(new CounterValue(1, 1));
    }
}
