// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;

/** Order in which changes and looks pass the gate. */
class FlowTableGateTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");
    private static final long WAIT_SECONDS = 30;

    private final FlowTableGate gate = new FlowTableGate();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);

    private String stay() {
        inside.countDown();
        try {
            leave.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "left";
    }

    @Test
    void changesDoNotWaitForEachOther() throws Exception {
        CompletableFuture<String> first =
                CompletableFuture.supplyAsync(() -> gate.changing(S1, this::stay));
        inside.await();

        assertThat(gate.changing(S1, () -> "second")).isEqualTo("second");

        leave.countDown();
        assertThat(first.get(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("left");
    }

    @Test
    void aLookWaitsForAChangeOfItsOwnSwitchOnly() throws Exception {
        CompletableFuture<String> change =
                CompletableFuture.supplyAsync(() -> gate.changing(S1, this::stay));
        inside.await();

        CompletableFuture<Boolean> look =
                CompletableFuture.supplyAsync(() -> gate.looking(S1, change::isDone));
        assertThat(gate.looking(S2, () -> "other")).isEqualTo("other");
        assertThat(look).isNotDone();

        leave.countDown();
        change.get(WAIT_SECONDS, TimeUnit.SECONDS);
        look.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void aChangeWaitsUntilTheSwitchIsKnown() throws Exception {
        gate.close(S1);
        CompletableFuture<String> change =
                CompletableFuture.supplyAsync(() -> gate.changing(S1, () -> "changed"));

        assertThat(gate.looking(S1, () -> "looked")).isEqualTo("looked");
        assertThat(change).isNotDone();
        gate.open(S1);

        assertThat(change.get(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("changed");
    }
}
