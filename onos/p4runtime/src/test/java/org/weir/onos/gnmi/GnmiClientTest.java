// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.weir.onos.grpc.ManagedChannels;
import p4.v1.P4RuntimeGrpc;

/** The gNMI client against a server over loopback. */
class GnmiClientTest {

    private static final long WAIT_SECONDS = 30;

    private final ManagedChannels channels = new ManagedChannels();
    private final PortServer ports = new PortServer();
    private Server server;
    private URI address;

    private GnmiClient connect(BindableService service) throws IOException {
        server =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                        .addService(service)
                        .build()
                        .start();
        address = URI.create("grpc://127.0.0.1:" + server.getPort());
        ManagedChannel channel = channels.create(address);
        return new GnmiClient(channel);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.shutdownNow().awaitTermination();
        channels.destroy(address);
    }

    @Test
    void readsEveryPort() throws Exception {
        GnmiClient client = connect(ports);
        ports.set(1, true);
        ports.set(2, false);

        Collection<GnmiInterface> found = client.interfaces().orElseThrow();

        Map<Long, GnmiInterface> byNumber =
                found.stream()
                        .collect(
                                Collectors.toMap(
                                        port -> port.portNumber().orElseThrow(),
                                        Function.identity()));
        assertThat(byNumber).containsOnlyKeys(1L, 2L);
        assertThat(byNumber.get(1L).name()).isEqualTo("eth1");
        assertThat(byNumber.get(1L).isUp()).isTrue();
        assertThat(byNumber.get(2L).isUp()).isFalse();
        assertThat(byNumber.get(1L).counters()).containsEntry("in-octets", 101L);
    }

    @Test
    void prefersTheExactRateToItsName() throws Exception {
        GnmiClient client = connect(ports);
        ports.set(1, true);
        ports.set(2, true);
        ports.setRateBps(2, 12_500_000);

        assertThat(client.interfaces().orElseThrow())
                .extracting(GnmiInterface::speedBps)
                .containsExactly(10_000_000L, 12_500_000L);
    }

    @Test
    void reportsAPortThatGoesDown() throws Exception {
        GnmiClient client = connect(ports);
        ports.set(1, true);
        ports.set(2, true);
        BlockingQueue<String> changed = new LinkedBlockingQueue<>();

        Runnable stop =
                client.watchStatus(
                        (name, isUp) -> changed.add(name + (isUp ? " up" : " down")),
                        ended -> changed.add("ended"));
        assertThat(changed.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("eth1 up");
        assertThat(changed.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("eth2 up");
        ports.set(2, false);

        assertThat(changed.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("eth2 down");
        stop.run();
        awaitNoSubscription();
        assertThat(changed).isEmpty();
    }

    /** Also if the switch does not report the speed's name, as this one. */
    @Test
    void reportsAnotherRate() throws Exception {
        GnmiClient client = connect(ports);
        ports.set(1, true);
        ports.setRateBps(1, 12_500_000);
        BlockingQueue<String> rates = new LinkedBlockingQueue<>();

        Runnable stop =
                client.watchRates(
                        (name, rateBps) -> rates.add(name + " " + rateBps),
                        (name, rateBps) -> rates.add("named"),
                        ended -> rates.add("ended"));
        assertThat(rates.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("eth1 12500000");
        ports.setRateBps(1, 1_590_000);

        assertThat(rates.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("eth1 1590000");
        stop.run();
        awaitNoSubscription();
        assertThat(rates).isEmpty();
    }

    private void awaitNoSubscription() {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (ports.subscriptions() > 0 && System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
        assertThat(ports.subscriptions()).isZero();
    }

    @Test
    void saysWhyAWatchEnded() throws Exception {
        GnmiClient client = connect(ports);
        ports.set(1, true);
        BlockingQueue<Status.Code> ended = new LinkedBlockingQueue<>();
        BlockingQueue<String> changed = new LinkedBlockingQueue<>();
        client.watchStatus(
                (name, isUp) -> changed.add(name), status -> ended.add(status.getCode()));
        changed.poll(WAIT_SECONDS, TimeUnit.SECONDS);

        server.shutdownNow();

        assertThat(ended.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isNotEqualTo(Status.Code.OK);
    }

    @Test
    void knowsASwitchThatDoesNotSpeakGnmi() throws Exception {
        GnmiClient client = connect(new P4RuntimeGrpc.P4RuntimeImplBase() {});
        BlockingQueue<Status.Code> ended = new LinkedBlockingQueue<>();

        assertThat(client.interfaces()).isEmpty();
        client.watchStatus((name, isUp) -> {}, status -> ended.add(status.getCode()));

        assertThat(ended.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(Status.Code.UNIMPLEMENTED);
    }

    @Test
    void tellsNoAnswerFromNoGnmi() throws Exception {
        GnmiClient client = connect(ports);
        server.shutdownNow().awaitTermination();

        assertThatThrownBy(client::interfaces).isInstanceOf(StatusRuntimeException.class);
    }
}
