// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.SchedulingView;
import org.weir.app.SchedulingView.Mode;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.RateWindow;

/** Virtual and phantom queues of ports, beside the scheduler of their switch. */
class PortVirtualQueuesTest extends SchedulersFixture {
    @Test
    void aPortWithVirtualQueuesLeavesTheSchedulerAlone() {
        configured.put(TOFINO, access);
        listed.add(4L);
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
        schedulers.apply(settings(PORT, 0.5));
        listed.clear();

        schedulers.apply(settings(PORT, 0.75));

        assertThat(drains()).isEmpty();
    }

    @Test
    void aProgramWithoutTheTableIsAnAlert() {
        listed.add(4L);
        able = false;
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
        schedulers.apply(settings(PORT, 0.5));
        assertThat(alertTexts())
                .anyMatch(text -> text.startsWith("virtual-queues-refused device:t1/4"));
        entries.refuse(false);
        schedulers.apply(settings(PORT, 0.5));
        assertThat(alertTexts()).noneMatch(text -> text.startsWith("virtual-queues-refused"));
    }

    /** The next settings of a port without traffic may be far away. */
    @Test
    void entriesThatTheSwitchRefusedAreSentAgain() {
        listed.add(4L);
        entries.refuse(true);
        schedulers.follow(spec(PORT));
        schedulers.apply(settings(PORT, 0.5));
        entries.refuse(false);
        schedulers.update(List.of(TOFINO));
        schedulers.update(List.of(TOFINO));

        assertThat(drains()).hasSize(64);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void removalThatTheSwitchRefusedIsRepeated() {
        listed.add(4L);
        schedulers.follow(spec(PORT));
        schedulers.apply(settings(PORT, 0.5));
        entries.refuse(true);
        schedulers.removeVirtualQueues(PORT);
        assertThat(drains()).hasSize(64);
        assertThat(alertTexts())
                .anyMatch(text -> text.startsWith("virtual-queues-refused device:t1/4"));

        listed.clear();
        entries.refuse(false);
        schedulers.update(List.of(TOFINO));
        schedulers.update(List.of(TOFINO));
        assertThat(drains()).isEmpty();
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
        schedulers.follow(spec(PORT));
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
