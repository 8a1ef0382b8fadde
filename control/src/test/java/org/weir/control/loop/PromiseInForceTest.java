// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.control.TargetKind;

/**
 * Promises are about the settings that the switch has. Two classes at 10 Mb/s; the first has 0.5 of
 * the port, where M/M/1/N gives it 14 ms. With 0.75, the share after the change of the policy, it
 * would be 2.7 ms.
 */
class PromiseInForceTest extends OnePortLoop {
    private static final Optional<Promise.Basis> GUARANTEED = Optional.of(Promise.Basis.GUARANTEED);

    /** Share of the first class: importance / (importance + 1). */
    private static String importance(int importance) {
        return "{'port': {'rateBps': 10000000, 'capacityPackets': 64}, 'classes': ["
                + "{'name': 'A', 'importance': "
                + importance
                + ", 'targets': {'delayMs': 8}}, {'name': 'B', 'importance': 1}]}";
    }

    @BeforeEach
    void install() throws IOException {
        policy = read(importance(1));
        loop = newLoop();
        seconds(10);
        assertThat(promise().basis()).isNotEqualTo(GUARANTEED);
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            second(4.5, 4);
        }
    }

    private void wish(int importance) throws IOException {
        policy = read(importance(importance));
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
    }

    private Promise promise() {
        return loop.decision(PORT).get().promise(0);
    }

    private double guaranteedMs() {
        return loop.decision(PORT).get().forecast(0, TargetKind.DELAY).guaranteed();
    }

    @Test
    void duringAFreezeThePromiseIsOfTheInstalledShare() throws IOException {
        double before = guaranteedMs();
        loop.setFrozen(true);
        wish(3);
        seconds(3);
        assertThat(loop.decision(PORT).get().reason()).isEqualTo(DecisionReason.FROZEN);
        assertThat(promise().basis()).isNotEqualTo(GUARANTEED);
        assertThat(guaranteedMs()).isCloseTo(before, within(0.1));
        String explanation = loop.decision(PORT).get().explain();
        assertThat(explanation).contains("not guaranteed: delayMs").contains("slack -");
        assertThat(loop.decision(PORT).get().solution().classes().get(0).missed()).isEmpty();
        assertThat(loop.decision(PORT).get().isFeasible()).isFalse();

        loop.setFrozen(false);
        seconds(2);
        assertThat(promise().basis()).isEqualTo(GUARANTEED);
        assertThat(guaranteedMs()).isLessThan(8);
    }

    @Test
    void whileTheSwitchRefusesThePromiseIsOfTheInstalledShare() throws IOException {
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        wish(3);
        seconds(1);
        for (int i = 0; i < 60; i++) {
            seconds(1);
            assertThat(promise().basis()).isNotEqualTo(GUARANTEED);
        }
    }

    @Test
    void settingsThatWereGivenUpAreNotInForce() throws IOException {
        answer = settings -> new CompletableFuture<>();
        wish(3);
        seconds(1);
        assertThat(promise().basis()).isEqualTo(GUARANTEED);
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        seconds(20);
        assertThat(promise().basis()).isNotEqualTo(GUARANTEED);
    }
}
