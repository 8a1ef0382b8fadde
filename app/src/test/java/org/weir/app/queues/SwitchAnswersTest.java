// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.weir.app.alerts.AlertBoard;

class SwitchAnswersTest {
    private static final DeviceId SWITCH = DeviceId.deviceId("device:s1");
    private static final long LONG_MS = TimeUnit.MINUTES.toMillis(10);

    private final AlertBoard alerts = new AlertBoard();
    private final List<String> used = new ArrayList<>();

    private List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        alerts.all().forEach(alert -> kinds.add(alert.kind()));
        return kinds;
    }

    private static void await(CompletableFuture<Void> end) throws Exception {
        end.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aSlowSwitchIsAskedAgainOnlyAfterItsAnswerWhichIsUsed() throws Exception {
        SwitchAnswers answers = new SwitchAnswers(alerts, 1, LONG_MS);
        assertThat(answers.begin(SWITCH)).isTrue();
        CompletableFuture<String> answer = new CompletableFuture<>();
        await(answers.follow(SWITCH, answer, used::add));
        assertThat(kinds()).containsExactly("counters-unread");
        assertThat(answers.begin(SWITCH)).isFalse();
        answer.complete("late");
        assertThat(used).containsExactly("late");
        assertThat(kinds()).isEmpty();
        assertThat(answers.begin(SWITCH)).isTrue();
    }

    @Test
    void aSwitchThatNeverAnswersIsGivenUp() throws Exception {
        SwitchAnswers answers = new SwitchAnswers(alerts, LONG_MS, 1);
        answers.begin(SWITCH);
        await(answers.follow(SWITCH, new CompletableFuture<String>(), used::add));
        assertThat(used).isEmpty();
        assertThat(kinds()).containsExactly("counters-unread");
        assertThat(answers.begin(SWITCH)).isTrue();
    }

    @Test
    void aRefusalIsListedUntilTheNextAnswer() throws Exception {
        SwitchAnswers answers = new SwitchAnswers(alerts, LONG_MS, LONG_MS);
        answers.begin(SWITCH);
        await(
                answers.follow(
                        SWITCH,
                        CompletableFuture.<String>failedFuture(new IllegalStateException("no")),
                        used::add));
        assertThat(kinds()).containsExactly("counters-unread");
        assertThat(answers.begin(SWITCH)).isTrue();
        await(answers.follow(SWITCH, CompletableFuture.completedFuture("1"), used::add));
        assertThat(kinds()).isEmpty();
        assertThat(used).containsExactly("1");
    }

    @Test
    void aSwitchWithoutPortsUnderControlHasNoAlert() throws Exception {
        SwitchAnswers answers = new SwitchAnswers(alerts, 1, LONG_MS);
        answers.begin(SWITCH);
        CompletableFuture<String> answer = new CompletableFuture<>();
        await(answers.follow(SWITCH, answer, used::add));
        assertThat(kinds()).containsExactly("counters-unread");
        answers.retain(Set.of());
        assertThat(kinds()).isEmpty();
        answer.completeExceptionally(new IllegalStateException("too late"));
        assertThat(kinds()).isEmpty();
    }
}
