// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.SettingsRules;
import org.weir.app.rules.StoredRules;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;

/** Settings that a switch confirms in time, after the wait of a new master, or never. */
class LateSettingsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final String SECTION = "port 4";
    private static final long LONG_MS = 3_600_000;
    private static final long LIMIT_S = 60;

    private final Queue<Runnable> work = new ArrayDeque<>();
    private final Driver driver = new Driver();
    private final DirectRules direct = new DirectRules(device -> Optional.of(driver), work::add);
    private final RuleBook book =
            new RuleBook(
                    new HeldRules(),
                    new MastershipServiceAdapter() {
                        @Override
                        public boolean isLocalMaster(DeviceId device) {
                            return true;
                        }
                    },
                    new StoredRules().archive());
    private final List<FlowRule> rules = new ArrayList<>();
    private boolean isSameTerm = true;
    private int takenOverAgain;

    @BeforeEach
    void record() {
        SettingsRules make =
                new SettingsRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));
        PortSettings settings =
                new PortSettings(
                        new PortId(DEVICE.toString(), 4),
                        RateWindow.ofUs(1024),
                        List.of(
                                QueueSettings.builder(0)
                                        .weightPackets(3)
                                        .marking(Marking.atDepth(5))
                                        .limitPackets(9)
                                        .build()));
        rules.addAll(make.rows(settings, 1));
        rules.add(make.inForce(settings, 1));
        book.replaceSettings(DEVICE, SECTION, rules).join();
    }

    private CompletableFuture<Void> settle(long limitMs) {
        return Takeover.settle(
                book, direct, DEVICE, limitMs, () -> isSameTerm, () -> takenOverAgain++);
    }

    private void settleInVain() throws Exception {
        settle(1).get(LIMIT_S, TimeUnit.SECONDS);
        assertThat(isConfirmed()).isFalse();
    }

    private boolean isConfirmed() {
        return book.isConfirmed(DEVICE, SECTION, rules);
    }

    @Test
    void confirmedInTime() {
        CompletableFuture<Void> done = settle(LONG_MS);
        assertThat(isConfirmed()).as("not known yet").isFalse();
        work.remove().run();
        assertThat(done).isCompleted();
        assertThat(isConfirmed()).isTrue();
        assertThat(takenOverAgain).isZero();
    }

    @Test
    void refused() {
        driver.refuses = true;
        CompletableFuture<Void> done = settle(LONG_MS);
        work.remove().run();
        assertThat(done).isCompleted();
        assertThat(isConfirmed()).isFalse();
    }

    @Test
    void confirmedAfterTheWait() throws Exception {
        settleInVain();
        CompletableFuture<Void> next = direct.change(DEVICE, List.of(rules));
        assertThat(work).as("changes of one switch do not overtake each other").hasSize(1);

        work.remove().run();
        assertThat(isConfirmed()).isTrue();
        assertThat(takenOverAgain).isEqualTo(1);
        work.remove().run();
        assertThat(next).isCompleted();
    }

    @Test
    void confirmedInALaterTerm() throws Exception {
        settleInVain();
        isSameTerm = false;
        work.remove().run();
        assertThat(isConfirmed()).isFalse();
        assertThat(takenOverAgain).isZero();
    }

    /** A switch that takes all rules or none. */
    private static final class Driver extends AbstractHandlerBehaviour
            implements FlowRuleProgrammable {
        private boolean refuses;

        @Override
        public Collection<FlowEntry> getFlowEntries() {
            return List.of();
        }

        @Override
        public Collection<FlowRule> applyFlowRules(Collection<FlowRule> written) {
            return refuses ? List.of() : written;
        }

        @Override
        public Collection<FlowRule> removeFlowRules(Collection<FlowRule> removed) {
            return removed;
        }
    }
}
