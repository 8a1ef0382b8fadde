// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.PortCounters;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.link.Link;

/** The program on switches, the reaction point in hosts, links between: the whole path. */
class Fig6Test {
    /** Three links of 1.3 ms with a packet of 1000 bytes, and back with feedback of 74 bytes. */
    private static final long ROUND_TRIP_NS = 5_500_000;

    @ParameterizedTest
    @CsvSource({"0.5, 0.3, 0.2", "0.34, 0.33, 0.33", "0.1, 0.2, 0.7"})
    void goodputOfBackloggedClassesFollowsTheirWeights(double a, double b, double c)
            throws Exception {
        double[] weights = {a, b, c};
        Fig6 fig6 = new Fig6(Pacing.FREE, 1, 2 * Fig6.PORT_BPS, false);
        fig6.share(weights, new int[] {10, 10, 10});
        fig6.network.start();
        fig6.goodputBps(5);

        double[] goodput = fig6.goodputBps(20);

        assertShared(goodput, weights);
    }

    /**
     * Until then packets wait in one plain queue, and the traffic manager drops what it can't hold.
     */
    @Test
    void settingsThatComeIntoForceUnderABacklogAreFollowedAllTheSame() throws Exception {
        double[] weights = {0.45, 0.45, 0.1};
        Fig6 fig6 = new Fig6(Pacing.FREE, 1, Fig6.PORT_BPS, false);
        fig6.network.start();
        fig6.goodputBps(1);
        fig6.share(weights, new int[] {10, 10, 10});
        fig6.goodputBps(3);

        double[] goodput = fig6.goodputBps(20);

        assertShared(goodput, weights);
    }

    @Test
    void backloggedSendersThatReactShareByWeightWithoutLossInClassA() throws Exception {
        double[] weights = {0.5, 0.3, 0.2};
        Fig6 fig6 = new Fig6(Pacing.FREE, 1, Fig6.PORT_BPS, true);
        // As published, thresholds go with the weights; otherwise the queues' ratio, which is the
        // ratio of service, would be that of the thresholds.
        fig6.share(weights, new int[] {40, 24, 16});
        fig6.network.start();
        fig6.goodputBps(10);

        double[] goodput = fig6.goodputBps(60);

        for (int i = 0; i < weights.length; i++) {
            double expected = weights[i] * Fig6.PORT_BPS;
            assertThat(goodput[i]).as("class %d", i).isCloseTo(expected, within(0.05 * expected));
        }
        assertThat(fig6.programs.get("s1").drops(Fig6.BOTTLENECK_PORT, 0).packets()).isZero();
        assertThat(fig6.network.flowReports().get(0).lostPackets()).isZero();
    }

    @Test
    void feedbackReachesTheSenderWithinOneRoundTripOfTheCrossing() throws Exception {
        Fig6 fig6 = new Fig6(Pacing.FREE, 1, Fig6.PORT_BPS, true);
        fig6.share(new double[] {0.4, 0.3, 0.3}, new int[] {10, 10, 10});
        fig6.network.start();
        fig6.engine.runUntil(20 * Fig6.SECOND);

        assertThat(fig6.network.feedbackLatency().count()).isGreaterThan(50);
        assertThat(fig6.network.feedbackLatency().percentileNs(0.99)).isLessThan(ROUND_TRIP_NS);
        assertThat(fig6.network.hosts()).allMatch(host -> host.strayFeedbackPackets() == 0);
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws Exception {
        assertThat(digest(Pacing.FREE, 3)).isEqualTo(digest(Pacing.FREE, 3));
        assertThat(digest(Pacing.FREE, 4)).isNotEqualTo(digest(Pacing.FREE, 3));
    }

    @Test
    void pacedByTheWallClockThePacketsAreTheSame() throws Exception {
        assertThat(digest(Pacing.WALL_CLOCK, 3)).isEqualTo(digest(Pacing.FREE, 3));
    }

    private static String digest(Pacing pacing, long seed) throws Exception {
        Fig6 fig6 = new Fig6(pacing, seed, Fig6.PORT_BPS, true);
        fig6.share(new double[] {0.5, 0.3, 0.2}, new int[] {10, 10, 10});
        return fig6.digestOfRun(2 * Fig6.SECOND);
    }

    @Test
    void nothingIsLostOrMadeUncounted() throws Exception {
        Fig6 fig6 = new Fig6(Pacing.FREE, 5, 2 * Fig6.PORT_BPS, false);
        fig6.share(new double[] {0.5, 0.3, 0.2}, new int[] {10, 10, 10});
        fig6.network.start();
        for (int i = 0; i < 500; i++) {
            fig6.engine.runUntil(fig6.engine.nowNs() + 3_333_333);
            assertLinksAndPortsAgree(fig6);
            assertQueuesAgree(fig6);
        }
    }

    private static void assertLinksAndPortsAgree(Fig6 fig6) {
        Network network = fig6.network;
        for (int i = 0; i < network.links().size(); i++) {
            Link link = network.links().get(i);
            LinkSpec spec = network.spec().links().get(i);
            assertThat(link.forward().sentFrames())
                    .isEqualTo(
                            link.forward().deliveredFrames()
                                    + link.forward().lostFrames()
                                    + link.forward().inFlightFrames());
            assertThat(received(network, spec.second()))
                    .as("received at %s", spec.second())
                    .isEqualTo(link.forward().deliveredFrames());
            assertThat(received(network, spec.first()))
                    .as("received at %s", spec.first())
                    .isEqualTo(link.backward().deliveredFrames());
            if (spec.first().port() > 0) {
                assertThat(port(network, spec.first()).txPackets())
                        .isEqualTo(link.forward().sentFrames());
            }
        }
    }

    private static long received(Network network, LinkSpec.End end) {
        if (end.port() == 0) {
            return network.host(end.node()).receivedFrames();
        }
        return port(network, end).rxPackets();
    }

    private static PortCounters port(Network network, LinkSpec.End end) {
        for (PortStatus status : network.node(end.node()).device().orElseThrow().ports()) {
            if (status.number() == end.port()) {
                return status.counters();
            }
        }
        throw new IllegalArgumentException(end.toString());
    }

    /**
     * Asserts for the bottleneck: arrived = departed + dropped + waiting, and no more waits than
     * may.
     */
    private static void assertQueuesAgree(Fig6 fig6) {
        long fromHosts = 0;
        for (int i = 0; i < Fig6.DSCPS.length; i++) {
            long arrived = fig6.programs.get("s1").arrivals(Fig6.BOTTLENECK_PORT, i).packets();
            long departed = fig6.programs.get("s1").departures(Fig6.BOTTLENECK_PORT, i).packets();
            long dropped = fig6.programs.get("s1").drops(Fig6.BOTTLENECK_PORT, i).packets();
            assertThat(arrived - departed - dropped).isBetween(0L, (long) Fig6.CAPACITY_PACKETS);
            FlowReport flow = fig6.network.flowReports().get(i);
            Host sender = fig6.network.host(flow.from());
            long onTheWay =
                    flow.sentPackets() - sender.droppedFrames() - sender.heldFrames() - arrived;
            assertThat(onTheWay).as("packets in the link of class %d", i).isBetween(-1L, 2L);
            fromHosts += departed;
        }
        assertThat(fromHosts).isPositive();
    }

    private static void assertShared(double[] goodputBps, double[] weights) {
        for (int i = 0; i < weights.length; i++) {
            double expected = weights[i] * Fig6.PORT_BPS;
            assertThat(goodputBps[i])
                    .as("class %d", i)
                    .isCloseTo(expected, within(0.05 * expected));
        }
    }
}
