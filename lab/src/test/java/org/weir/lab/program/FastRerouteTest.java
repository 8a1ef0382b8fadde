// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.EntryAction.WeightedCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.wire.p4.WeirIngress;

/** The project's program when a port goes down: packets take the alternate at once. */
class FastRerouteTest {

    private static final String SENDER = "0a000001";
    private static final String RECEIVER = "0a000005";
    private static final int PRIMARY = 3;
    private static final int ALTERNATE = 4;
    private static final int ECT_0 = 2;

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, 1_000_000_000, 512);
        network.device.setMirrorSession(1, MirrorSession.toPort(255));
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        protectedRoute(RECEIVER, PRIMARY, ALTERNATE);
        for (int port = 1; port <= 5; port++) {
            watch(port);
        }
        network.timeline.runUntil(1_000_000_000L);
    }

    private void protectedRoute(String address, int port, int alternate) {
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(
                        WeirIngress.Forwarding.SET_PROTECTED_OUTPUT,
                        number(port),
                        number(alternate)),
                new MatchKey.Lpm(bytes(address), 32));
    }

    /**
     * Watches a port as the controller's client does: first the action that watches, then the
     * other.
     */
    private void watch(int port) {
        network.table(WeirIngress.FastReroute.LIVE_PORTS)
                .insert(
                        new TableEntry(
                                List.of(exact(port)),
                                0,
                                new EntryAction.OneShot(
                                        List.of(
                                                new WeightedCall(
                                                        ActionCall.of(
                                                                WeirIngress.FastReroute
                                                                        .PORT_IS_LIVE,
                                                                number(port)),
                                                        1,
                                                        port),
                                                new WeightedCall(
                                                        ActionCall.of(
                                                                WeirIngress.FastReroute
                                                                        .PORT_IS_DEAD),
                                                        1,
                                                        ActionProfileControl.NO_WATCH)))));
    }

    private List<Integer> outputs(int ingressPort) {
        byte[] frame = Frames.udp(SENDER, RECEIVER, 0, 4000, 5000, new byte[100]);
        return network.send(ingressPort, frame).stream().map(ProgramNetwork.Sent::port).toList();
    }

    private long rerouted() {
        return network.device
                .counter(WeirIngress.FastReroute.REROUTED)
                .orElseThrow()
                .read(PRIMARY)
                .packets();
    }

    @Test
    void alternateCarriesWhileThePortIsDown() {
        assertThat(outputs(1)).containsExactly(PRIMARY);
        network.device.setPortUp(PRIMARY, false);
        assertThat(outputs(1)).containsExactly(ALTERNATE);
        assertThat(rerouted()).isEqualTo(1);
        network.device.setPortUp(PRIMARY, true);
        assertThat(outputs(1)).containsExactly(PRIMARY);
        assertThat(rerouted()).isEqualTo(1);
    }

    @Test
    void packetDoesNotGoBackTheWayItCame() {
        assertThat(outputs(PRIMARY)).containsExactly(ALTERNATE);
    }

    @Test
    void portWithoutAnEntryCountsAsLive() {
        network.table(WeirIngress.FastReroute.LIVE_PORTS).delete(List.of(exact(PRIMARY)), 0);
        network.device.setPortUp(PRIMARY, false);
        assertThat(outputs(1)).isEmpty();
        assertThat(rerouted()).isZero();
    }

    @Test
    void plainRouteMayLeadBack() {
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(2)),
                new MatchKey.Lpm(bytes(RECEIVER.substring(0, 6) + "00"), 24));
        byte[] frame = Frames.udp(SENDER, "0a000006", 0, 4000, 5000, new byte[100]);
        assertThat(network.send(2, frame)).hasSize(1);
    }

    /** It leaves by the port that the data packet came by, and has not come by it itself. */
    @Test
    void feedbackGoesBackByTheIngressPort() {
        protectedRoute(SENDER, 1, 2);
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(1),
                        number(1),
                        number(1000),
                        number(2000),
                        number(10_000)),
                exact(PRIMARY),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.useGeneration(32768), number(0), number(100)),
                exact(PRIMARY));
        byte[] frame = Frames.udp(SENDER, RECEIVER, ECT_0, 4000, 5000, new byte[1000]);
        for (int i = 0; i < 20; i++) {
            network.device.receive(1, frame);
        }
        network.settle();
        assertThat(network.sent)
                .extracting(ProgramNetwork.Sent::port)
                .contains(1)
                .doesNotContain(2, ALTERNATE);
    }
}
