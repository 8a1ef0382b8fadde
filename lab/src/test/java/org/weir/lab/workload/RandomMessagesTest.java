// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

class RandomMessagesTest {
    private static final long GBPS = 1_000_000_000L;
    private static final int DRAWS = 200_000;
    private static final List<RandomMessages.Mix> MIXES =
            List.of(new RandomMessages.Mix(46, 1), new RandomMessages.Mix(0, 3));

    private static List<HostConfig> hosts(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(
                        i ->
                                new HostConfig(
                                        "h" + i,
                                        new MacAddress(i),
                                        IpAddress.parse("10.0.0." + i),
                                        Optional.empty(),
                                        10 * GBPS,
                                        100,
                                        0))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(FlowSizes.class)
    void sizesAreDistributedAsPublished(FlowSizes sizes) {
        SplittableRandom random = new SplittableRandom(1);
        double[] drawn = new double[DRAWS];
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            drawn[i] = sizes.draw(random);
            sum += sizes.quantileBytes((i + 0.5) / DRAWS);
        }

        for (double part : new double[] {0.1, 0.5, 0.9, 0.99}) {
            long size = sizes.quantileBytes(part);
            long below = Arrays.stream(drawn).filter(one -> one <= size).count();
            assertThat((double) below / DRAWS).as("%f", part).isCloseTo(part, within(0.005));
        }
        // Of a heavy tail the mean of draws is far off: that of evenly spaced quantiles is not.
        assertThat(sum / DRAWS).isCloseTo(sizes.meanBytes(), within(1e-3 * sizes.meanBytes()));
        assertThat(sizes.quantileBytes(0)).isEqualTo(1);
    }

    @Test
    void thePublishedPointsAreHit() {
        assertThat(FlowSizes.WEB_SEARCH.quantileBytes(0.53)).isEqualTo(80_000);
        assertThat(FlowSizes.WEB_SEARCH.quantileBytes(1)).isEqualTo(30_000_000);
        assertThat(FlowSizes.WEB_SEARCH.meanBytes()).isCloseTo(1.7e6, within(0.05e6));
        assertThat(FlowSizes.HADOOP.quantileBytes(0.5)).isEqualTo(700);
        assertThat(FlowSizes.HADOOP.quantileBytes(0.82)).isEqualTo(50_000);
    }

    @Test
    void hostsOfferTheLoadToAllOthersAlikeInTheMixAskedFor() {
        double load = 0.4;
        long endNs = 2_000_000_000L;
        List<TimedMessage> all =
                RandomMessages.draw(hosts(5), FlowSizes.HADOOP, load, endNs, MIXES, 3);

        double bytes = all.stream().mapToLong(one -> one.message().bytes()).sum();
        double offered = 5 * load * 10 * GBPS / 8 * endNs / 1e9;
        assertThat(bytes).isCloseTo(offered, within(0.03 * offered));
        for (int from = 0; from < 5; from++) {
            for (int to = 0; to < 5; to++) {
                int one = from;
                int other = to;
                long count = all.stream().filter(m -> m.from() == one && m.to() == other).count();
                double part = 20.0 * count / all.size();
                assertThat(part).isCloseTo(from == to ? 0 : 1, within(from == to ? 0 : 0.06));
            }
        }
        double first = all.stream().filter(one -> one.message().dscp() == 46).count();
        assertThat(first / all.size()).isCloseTo(0.25, within(0.01));
        assertThat(all).extracting(TimedMessage::startNs).isSorted();
        assertThat(all.get(all.size() - 1).startNs()).isLessThan(endNs);
        assertThat(IntStream.range(0, all.size()).allMatch(i -> all.get(i).message().id() == i))
                .isTrue();
        for (TimedMessage one : all.subList(0, 50)) {
            assertThat(one.message().destination()).isEqualTo(hosts(5).get(one.to()).ipv4());
        }
    }

    @Test
    void theSameSeedGivesTheSameMessages() {
        List<TimedMessage> one = draw(7);

        assertThat(draw(7)).isEqualTo(one);
        assertThat(draw(8)).isNotEqualTo(one);
        assertThatThrownBy(() -> RandomMessages.draw(hosts(1), FlowSizes.HADOOP, 1, 1, MIXES, 1))
                .hasMessage("hosts must be at least 2");
    }

    private static List<TimedMessage> draw(long seed) {
        return RandomMessages.draw(hosts(3), FlowSizes.WEB_SEARCH, 0.5, 50_000_000, MIXES, seed);
    }
}
