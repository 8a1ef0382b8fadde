// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.weir.app.SchedulingView;
import org.weir.app.SchedulingView.Mode;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.Targets;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.SchedulerAccess;

/** Keepers of weights, and alerts about weights that cannot be set. */
class PortSchedulersTest extends SchedulersFixture {
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
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
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
    void aRefusedPortIsNoReasonForAnotherWhoseRequestIsOnItsWay() {
        PortId other = new PortId("device:t1", 5);
        schedulers.follow(spec(PORT));
        schedulers.follow(spec(other));
        configured.put(TOFINO, access);
        schedulers.apply(settings(PORT, 0.75));
        schedulers.apply(settings(other, 0.5));

        connected.get(0).refused = other;
        connected.get(0).changed.run();

        assertThat(schedulers.view(other).mode()).isEqualTo(Mode.STATIC);
        assertThat(schedulers.view(other).text()).startsWith(other + ": no; weights stay");
        assertThat(schedulers.view(PORT).mode()).isEqualTo(Mode.ASIC);
        assertThat(alertTexts()).singleElement().asString().contains(other + ": no");
    }

    @Test
    void aServerNamedLaterGetsWhatIsInForce() {
        schedulers.follow(spec(PORT));
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
        schedulers.follow(spec(PORT));
        configured.put(TOFINO, access);
        schedulers.apply(settings(PORT, 0.75));
        connected.get(0).trouble = "no answer";
        connected.get(0).changed.run();

        schedulers.update(List.of());

        assertThat(connected.get(0).closed).isTrue();
        assertThat(alerts.all()).isEmpty();
        schedulers.stop();
    }

    @Test
    void aPortNoLongerUnderControlIsNotScheduledAnew() {
        PortId other = new PortId("device:t1", 5);
        schedulers.follow(spec(PORT));
        schedulers.follow(spec(other));
        schedulers.apply(settings(PORT, 0.75));
        schedulers.apply(settings(other, 0.5));
        schedulers.forget(PORT);
        configured.put(TOFINO, access);

        schedulers.update(List.of(TOFINO));

        assertThat(connected.get(0).given).extracting(PortSchedule::port).containsExactly(other);
    }

    /** The answer of a switch may come after its port has left control. */
    @Test
    void settingsOfAPortThatHasLeftControlAreNotScheduled() {
        configured.put(TOFINO, access);
        schedulers.update(List.of(TOFINO));
        schedulers.follow(spec(PORT));
        schedulers.forget(PORT);

        schedulers.apply(settings(PORT, 0.75));
        schedulers.update(List.of(TOFINO));

        assertThat(connected.get(0).given).isEmpty();
        assertThat(drains()).isEmpty();
    }
}
