// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.NetworkBusyException;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.RunningNetwork;

/** Sampling of a network whose thread is taken up for a while. */
class SamplerTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final long TIMEOUT_SECONDS = 20;

    private final CountDownLatch released = new CountDownLatch(1);
    private RunningNetwork network;

    @BeforeEach
    void start() throws Exception {
        NetworkSpec written = NetworkFileReader.read(Path.of("../netcfg/pmqecn-fig6/network.json"));
        network =
                new RunningNetwork(
                        written.withSwitches(
                                written.switches().stream().map(s -> s.withGrpcPort(0)).toList()));
        network.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        network.close();
    }

    private void occupy() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        network.engine()
                .submit(
                        () -> {
                            busy.countDown();
                            try {
                                released.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        assertThat(busy.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aBusyNetworkIsNotAFailedOne() throws Exception {
        occupy();

        assertThatThrownBy(() -> network.call(() -> 1, SHORT))
                .isInstanceOf(NetworkBusyException.class)
                .hasMessageContaining("busy");
        assertThat(network.failure()).isEmpty();

        released.countDown();
        assertThat(network.<Integer>call(() -> 1)).isEqualTo(1);
    }

    @Test
    void aSampleOfABusyNetworkSaysSoAndTheNextOneIsWhole() throws Exception {
        Sampler sampler =
                new Sampler(network, List::of, null, Map.of(), System.nanoTime(), true, SHORT);
        occupy();

        Sample skipped = sampler.sample();

        assertThat(skipped.networkAnswers()).isFalse();
        assertThat(skipped.flows()).isEmpty();
        released.countDown();
        assertThat(network.<Integer>call(() -> 1)).isEqualTo(1);
        assertThat(
                        new Sampler(network, List::of, null, Map.of(), System.nanoTime(), true)
                                .sample()
                                .flows())
                .isNotEmpty();
    }

    @Test
    void onosIsLeftInPeaceForTenTimesAsLongAsItTookToAnswer() {
        assertThat(Sampler.pause(Duration.ofMillis(20), false)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Sampler.pause(Duration.ofMillis(100), false)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Sampler.pause(Duration.ofMillis(250), false)).isEqualTo(Duration.ofMillis(2500));
        assertThat(Sampler.pause(Duration.ofSeconds(10), false)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Sampler.pause(Duration.ofSeconds(10), true)).isEqualTo(Duration.ofSeconds(2));
        assertThat(Sampler.pause(Duration.ofMillis(20), true)).isEqualTo(Duration.ofSeconds(1));
    }
}
