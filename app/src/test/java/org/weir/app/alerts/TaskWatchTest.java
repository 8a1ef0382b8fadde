// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;

/** Alerts about tasks that are repeated, in virtual time. */
class TaskWatchTest {

    private static final long NS_PER_MS = 1_000_000;

    private final AlertBoard alerts = new AlertBoard();
    private long nowNs;
    private boolean clockFails;
    private final AwakeClock awake = new AwakeClock(() -> nowNs);
    private final TaskWatch watch = new TaskWatch(alerts, "1", this::awakeNs);
    private Throwable failure;

    private long awakeNs() {
        if (clockFails) {
            throw new IllegalStateException("no clock");
        }
        return awake.getAsLong();
    }

    private void run() {
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    private void passSeconds(int seconds, Runnable task) {
        for (int i = 0; i < seconds; i++) {
            nowNs += 1000 * NS_PER_MS;
            awake.noteTime();
            task.run();
            watch.look();
        }
    }

    @Test
    void taskThatEndsWellHasNoAlert() {
        passSeconds(30, watch.watched("rounds", 1000, this::run));
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void taskThatFailsEachTimeHasAnAlertUntilItEndsWell() {
        Runnable task = watch.watched("rounds", 1000, this::run);
        failure = new NoClassDefFoundError("org/weir/Missing");
        passSeconds(10, task);
        assertThat(alerts.all()).isEmpty();
        passSeconds(2, task);
        assertThat(alerts.all()).hasSize(1);
        Alert alert = alerts.all().get(0);
        assertThat(alert.kind()).isEqualTo("task-failing");
        assertThat(alert.subject()).isEqualTo("1/rounds");
        assertThat(alert.text()).contains("org/weir/Missing");

        failure = null;
        passSeconds(1, task);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void taskThatHangsHasAnAlert() {
        watch.run("guard", 1000, this::run);
        passSeconds(12, () -> {});
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1/guard");
    }

    @Test
    void taskOfALongPeriodHasMoreTime() {
        watch.run("switches", 5_000, this::run);
        passSeconds(25, () -> {});
        assertThat(alerts.all()).isEmpty();
        passSeconds(1, () -> {});
        assertThat(alerts.all()).hasSize(1);
    }

    /** A process that is suspended runs no task, and that is no fault of the tasks. */
    @Test
    void standstillOfTheWholeInstanceIsNoFailure() {
        watch.run("guard", 1000, this::run);
        nowNs += 60_000 * NS_PER_MS;
        watch.look();
        assertThat(alerts.all()).isEmpty();
        awake.noteTime();
        watch.look();
        assertThat(alerts.all()).isEmpty();
    }

    /** The task that blocks a thread is listed; tasks that wait for the thread are not. */
    @Test
    void taskThatWaitsForItsThreadHasNoAlert() {
        List<Alert> after25 = new ArrayList<>();
        List<Alert> after26 = new ArrayList<>();
        watch.run("ports", 1000, this::run);
        watch.run(
                "events",
                5_000,
                () -> {
                    passSeconds(25, () -> {});
                    after25.addAll(alerts.all());
                    passSeconds(1, () -> {});
                    after26.addAll(alerts.all());
                });
        assertThat(after25).isEmpty();
        assertThat(after26)
                .extracting(Alert::toString)
                .singleElement()
                .asString()
                .contains("1/events", "does not come to its end");
        passSeconds(1, watch.watched("ports", 1000, this::run));
        assertThat(alerts.all()).isEmpty();
    }

    /** They take their turns one after the other. */
    @Test
    void tasksThatHaveWaitedForTheirThreadHaveNoAlert() {
        watch.run("ports", 1000, this::run);
        watch.run("history", 1000, this::run);
        watch.run("events", 5_000, () -> passSeconds(30, () -> {}));
        watch.look();
        assertThat(alerts.all()).as("before their turn").isEmpty();
        watch.run("ports", 1000, watch::look);
        assertThat(alerts.all()).as("in the first one's turn").isEmpty();

        List<Alert> later = new ArrayList<>();
        watch.run(
                "ports",
                1000,
                () -> {
                    passSeconds(12, () -> {});
                    later.addAll(alerts.all());
                });
        assertThat(later).extracting(Alert::subject).containsExactly("1/ports");
    }

    /** Another task of its thread that takes its turn does not excuse it. */
    @Test
    void taskThatIsNotRunAnyMoreHasAnAlert() {
        watch.run("ports", 1000, this::run);
        passSeconds(12, watch.watched("events", 1000, this::run));
        watch.run("events", 1000, watch::look);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1/ports");
    }

    @Test
    void failureOfALookDoesNotEndTheWatch() {
        Runnable task = watch.watched("rounds", 1000, this::run);
        failure = new IllegalStateException("no contact");
        passSeconds(5, task);
        clockFails = true;
        watch.look();
        clockFails = false;
        passSeconds(7, task);
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("1/rounds");
    }
}
