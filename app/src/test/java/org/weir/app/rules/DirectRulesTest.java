// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;

class DirectRulesTest {

    private static final DeviceId HUNG = DeviceId.deviceId("device:hung");
    private static final DeviceId SOUND = DeviceId.deviceId("device:sound");

    /** One step without rules: what counts is who waits for whom. */
    private static final List<List<FlowRule>> STEPS = List.of(List.of());

    private final CountDownLatch answer = new CountDownLatch(1);
    private final Driver hung = new Driver(answer);
    private final Driver sound = new Driver(new CountDownLatch(0));
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final DirectRules rules =
            new DirectRules(device -> Optional.of(device.equals(HUNG) ? hung : sound), threads);

    @AfterEach
    void end() throws InterruptedException {
        answer.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSwitchThatDoesNotAnswerOccupiesOneThread() throws Exception {
        CompletableFuture<Void> first = rules.change(HUNG, STEPS);
        CompletableFuture<Void> second = rules.change(HUNG, STEPS);
        CompletableFuture<Void> third = rules.change(HUNG, STEPS);

        rules.change(SOUND, STEPS).get(20, TimeUnit.SECONDS);

        assertThat(first).isNotDone();
        answer.countDown();
        CompletableFuture.allOf(first, second, third).get(20, TimeUnit.SECONDS);
    }

    /** A driver that waits for the answer of its switch. */
    private static final class Driver extends AbstractHandlerBehaviour
            implements FlowRuleProgrammable {
        private final CountDownLatch answer;

        Driver(CountDownLatch answer) {
            this.answer = answer;
        }

        @Override
        public Collection<FlowEntry> getFlowEntries() {
            return List.of();
        }

        @Override
        public Collection<FlowRule> applyFlowRules(Collection<FlowRule> rules) {
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return rules;
        }

        @Override
        public Collection<FlowRule> removeFlowRules(Collection<FlowRule> rules) {
            return rules;
        }
    }
}
