// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.reaction.HalvingReaction;
import org.weir.reaction.Recovery;

/** Messages through switches that run Weir's program: none is ever cut short. */
class TransportTest {
    private static final long GBPS = 1_000_000_000L;
    private static final long DELAY_NS = 1000;
    private static final RateTransport AT_LINE_RATE =
            new RateTransport(Optional.empty(), 1000, ProbeTimes.from(200_000));

    private final Map<Integer, Long> deliveredNs = new TreeMap<>();
    private final Map<Integer, Long> bytes = new TreeMap<>();
    private int resent;

    private final MessageLog log =
            new MessageLog() {
                @Override
                public void received(int messageId, long delayNs, int more) {
                    bytes.merge(messageId, (long) more, Long::sum);
                }

                @Override
                public void delivered(int messageId, long nowNs) {
                    assertThat(deliveredNs.put(messageId, nowNs)).as("delivered twice").isNull();
                }

                @Override
                public void resent(int messageId) {
                    resent++;
                }
            };

    private Network network(Transport transport, int queuePackets, double loss) throws Exception {
        LineSpec line = new LineSpec(GBPS, DELAY_NS, queuePackets);
        NetworkSpec spec = LeafSpine.create(2, 1, 3, line, line, 7);
        List<LinkSpec> links = new ArrayList<>();
        for (LinkSpec link : spec.links()) {
            links.add(new LinkSpec(link.first(), link.second(), link.delayNs(), loss));
        }
        NetworkSpec lossy =
                new NetworkSpec(
                        spec.name(),
                        spec.seed(),
                        spec.onosFile(),
                        spec.switches(),
                        spec.hosts(),
                        links,
                        List.of());
        Network network = new Network(lossy, new Engine(Pacing.FREE));
        for (WeirProgram program : StaticRoutes.install(network).values()) {
            program.classify(0, 0);
        }
        network.hosts().forEach(host -> host.use(transport, log));
        network.start();
        return network;
    }

    private static void send(Network network, int id, String from, String to, long length) {
        Message message = new Message(id, network.host(to).config().ipv4(), 0, length);
        network.host(from).send(message);
    }

    @Test
    void aloneAMessageTakesTheTimeOfItsBitsAndOfItsLastPacketsHops() throws Exception {
        Network network = network(AT_LINE_RATE, 100, 0);
        network.engine().runUntil(1_000_000);

        send(network, 0, "h1", "h4", 10_500);
        network.engine().runUntil(10_000_000);

        // Ten full packets and a half one; four links, of which it queues at the first only.
        long fullNs = (1000 + MessagePacket.FRAME_BYTES) * 8;
        long halfNs = (500 + MessagePacket.FRAME_BYTES) * 8;
        long expectedNs = 10 * fullNs + 3 * fullNs + halfNs + 4 * DELAY_NS;
        assertThat(deliveredNs).containsEntry(0, 1_000_000 + expectedNs);
        assertThat(bytes).containsEntry(0, 10_500L);
        assertThat(resent).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.02, 0.2})
    void whateverIsLostEveryMessageArrivesWhole(double loss) throws Exception {
        Network network = network(AT_LINE_RATE, 20, loss);
        long[] lengths = {1, 999, 1000, 1001, 50_000, 300_000, 64_001};
        for (int i = 0; i < lengths.length; i++) {
            send(network, i, "h" + (1 + i % 3), "h" + (4 + i / 3 % 2), lengths[i]);
        }

        network.engine().runUntil(20_000_000_000L);

        for (int i = 0; i < lengths.length; i++) {
            assertThat(deliveredNs).as("message %d", i).containsKey(i);
            assertThat(bytes).containsEntry(i, lengths[i]);
        }
        assertThat(network.engine().nextEventNs()).as("nobody waits for anything").isEqualTo(-1);
    }

    /** A gap is reported once and resent once: few packets that arrived are sent again. */
    @Test
    void onlyWhatWasLostIsSentAgain() throws Exception {
        Network network = network(AT_LINE_RATE, 1000, 0.05);

        send(network, 0, "h1", "h4", 2_000_000);
        network.engine().runUntil(10_000_000_000L);

        assertThat(deliveredNs).containsKey(0);
        assertThat(resent).isGreaterThan(400);
        long inVain = network.host("h4").receivedFrames() - 2000;
        assertThat(inVain).isBetween(0L, 10L);
    }

    /** Not at the message's end, but as soon as the receiver has seen it. */
    @Test
    void aGapIsFilledAtOnce() throws Exception {
        Network network = network(AT_LINE_RATE, 1000, 0);
        network.engine().schedule(1_000_000, () -> network.setLink("h1", "leaf1", false));
        network.engine().schedule(1_050_000, () -> network.setLink("h1", "leaf1", true));

        send(network, 0, "h1", "h4", 2_000_000);
        network.engine().runUntil(1_200_000);

        assertThat(resent).isBetween(5, 10);
        assertThat(bytes.get(0)).as("without a gap").isGreaterThan(125_000);
    }

    /** Each packet waits far longer than a sender expects before its first sample. */
    @Test
    void packetsThatOnlyWaitAreNotSentAgain() throws Exception {
        Network network = network(impatient(), 1000, 0);

        for (int i = 0; i < 30; i++) {
            send(network, i, "h" + (1 + i % 3), "h4", 20_000);
        }
        network.engine().runUntil(1_000_000_000L);

        assertThat(deliveredNs).hasSize(30);
        assertThat(resent).isZero();
        assertThat(network.host("h4").receivedFrames()).as("with probes").isGreaterThan(600);
    }

    /** The last packet's loss is noticed a round trip after the probe, not after a full queue. */
    @Test
    void aLostTailIsSentAgainAfterAProbe() throws Exception {
        Network network = network(impatient(), 1000, 0);
        network.engine().schedule(1_000_000, () -> network.setLink("h1", "leaf1", false));
        network.engine().schedule(1_100_000, () -> network.setLink("h1", "leaf1", true));

        network.engine().schedule(1_050_000, () -> send(network, 0, "h1", "h4", 3000));
        network.engine().runUntil(1_000_000_000L);

        // The first probe, 20 us after the last packet, is lost too; the second leaves 40 us later.
        assertThat(deliveredNs.get(0)).isBetween(1_150_000L, 1_200_000L);
        assertThat(resent).isEqualTo(3);
    }

    private static RateTransport impatient() {
        return new RateTransport(Optional.empty(), 1000, new ProbeTimes(20_000, 20_000, 2_000_000));
    }

    @Test
    void messagesOfAHostShareItsLineInTurns() throws Exception {
        Network network = network(AT_LINE_RATE, 1000, 0);

        send(network, 0, "h1", "h4", 1_000_000);
        send(network, 1, "h1", "h5", 1_000_000);
        send(network, 2, "h1", "h6", 1000);
        network.engine().runUntil(1_000_000_000L);

        assertThat(deliveredNs.get(2)).isLessThan(100_000);
        assertThat(Math.abs(deliveredNs.get(0) - deliveredNs.get(1))).isLessThan(20_000);
        assertThat(network.host("h1").droppedFrames()).isZero();
    }

    @Test
    void aMessageIsPacedByItsReactionPoint() throws Exception {
        HalvingReaction slow = new HalvingReaction(new Recovery(GBPS / 10.0, 1e6, 1e6, 5), 0);
        Network network =
                network(
                        new RateTransport(Optional.of(slow), 1000, ProbeTimes.from(200_000)),
                        1000,
                        0);

        send(network, 0, "h1", "h4", 1_000_000);
        network.engine().runUntil(1_000_000_000L);

        double bps = 1000 * (1000 + MessagePacket.FRAME_BYTES) * 8e9 / deliveredNs.get(0);
        assertThat(bps / GBPS).isBetween(0.0995, 0.1005);
    }

    /** Transport with packets, windows and timers of its own, as TCP would need. */
    @Test
    void aTransportWithWindowsAndAcknowledgementsTakesThePlaceOfTheRates() throws Exception {
        WindowTransport windows = new WindowTransport();
        Network network = network(windows, 20, 0);

        for (int i = 0; i < 3; i++) {
            send(network, i, "h" + (1 + i), "h4", 2_000_000);
        }
        network.engine().runUntil(10_000_000_000L);

        assertThat(deliveredNs).containsOnlyKeys(0, 1, 2);
        assertThat(bytes.values()).containsOnly(2_000_000L);
        // Three windows met in a queue of 20 packets: it overflowed, and they gave way.
        assertThat(windows.greatestWindowBytes).isGreaterThan(10 * WindowTransport.SEGMENT_BYTES);
        assertThat(windows.halvings).isGreaterThan(3);
        long lastNs = deliveredNs.values().stream().mapToLong(ns -> ns).max().orElseThrow();
        assertThat(3 * 2_000_000 * 8e9 / lastNs / GBPS).as("goodput").isBetween(0.5, 1.0);
    }

    @Test
    void aHostWithoutTransportAndAnEmptyMessageAreRefused() throws Exception {
        Network network = network(AT_LINE_RATE, 10, 0);
        Host bare = new Host(network.engine(), network.hosts().get(0).config());

        assertThatThrownBy(() -> bare.send(new Message(0, bare.config().ipv4(), 0, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("h1 has no transport");
        assertThatThrownBy(() -> new Message(0, bare.config().ipv4(), 0, 0))
                .hasMessage("bytes must be above 0, not 0");
    }
}
