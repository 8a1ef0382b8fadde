// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.pipelines.P4Names;

/** Phantom queues of rate-based marking, beside an ASIC's scheduler. */
class VirtualQueuesTest {

    private static final DeviceId TOFINO = DeviceId.deviceId("device:t1");
    private static final PortId PORT = new PortId("device:t1", 4);
    private static final int STEPS = 32;

    private final AlertBoard alerts = new AlertBoard();
    private final HeldRules entries = new HeldRules();
    private final RuleBook rules =
            new RuleBook(
                    entries,
                    new OneSwitch("org.weir.tna", "stratum-tofino", 4).mastership(),
                    new StoredRules().archive());
    private final VirtualQueues queues = queues();

    /** Those of an application that has just started. */
    private VirtualQueues queues() {
        return new VirtualQueues(
                rules,
                new DrainRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                device -> Set.of(),
                device -> true,
                alerts);
    }

    private static PortSettings settings(Marking marking) {
        return new PortSettings(
                PORT,
                RateWindow.ofUs(128),
                List.of(
                        QueueSettings.builder(0)
                                .weightPackets(1)
                                .marking(marking)
                                .limitPackets(2)
                                .weightFraction(1)
                                .targetRateBps(1e8)
                                .build()));
    }

    private List<String> drains() {
        return entries.of(P4Names.TABLE_DRAINS.toString());
    }

    @Test
    void phantomQueuesOutliveARestartUntilTheNextSettings() {
        queues.markByRate(settings(Marking.BY_RATE));
        List<String> given = drains();
        assertThat(given).hasSize(STEPS);

        VirtualQueues restarted = queues();
        restarted.update(List.of(TOFINO));
        assertThat(drains()).isEqualTo(given);

        restarted.markByRate(settings(Marking.atDepth(1)));
        assertThat(drains()).isEmpty();
    }

    @Test
    void phantomQueuesThatTheSwitchRefusesAreAnAlert() {
        entries.refuse(true);
        queues.markByRate(settings(Marking.BY_RATE));
        assertThat(alerts.all())
                .extracting(Alert::toString)
                .singleElement()
                .asString()
                .startsWith("rate-marking-refused device:t1/4");

        entries.refuse(false);
        queues.markByRate(settings(Marking.BY_RATE));
        assertThat(alerts.all()).isEmpty();
    }
}
