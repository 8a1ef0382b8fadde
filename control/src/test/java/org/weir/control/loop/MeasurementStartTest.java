// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.PortSettings;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;

/**
 * Begin and end of measurements: a port whose settings were taken over, a class that is new, a
 * switch that has run for long, a class without traffic.
 */
class MeasurementStartTest extends OnePortLoop {
    private static final String PORT_OF_1G =
            "{'port': {'rateBps': 1000000000, 'capacityPackets': 256}, 'classes': [";
    private static final String A =
            "{'name': 'A', 'kind': 'A', 'importance': 3, 'targets': {'delayMs': 1}}";
    private static final String B = "{'name': 'B', 'kind': 'B', 'importance': 2}";

    private final long[] delays = new long[DelayHistogram.BUCKETS];
    private long packets;

    private void use(String classes) throws IOException {
        policy = read(PORT_OF_1G + classes + "]}");
    }

    /** Sends packets for a second that wait 10 us each, and reads class A and the new class. */
    private void second(int classIndex) {
        nowNs += SECOND;
        packets += 1000;
        delays[buckets().bucketOf(10)] += 1000;
        loop.onSample(sample(classIndex, true));
        loop.step();
    }

    private DelayHistogram buckets() {
        return DelayHistogram.of(policy.portSpec(PORT, 0).orElseThrow().rateWindow());
    }

    private QueueSample sample(int classIndex, boolean hasDelays) {
        QueueSample.Builder sample =
                QueueSample.builder(PORT, classIndex, nowNs)
                        .arrived(packets, packets * PACKET_BYTES)
                        .departed(packets, packets * PACKET_BYTES);
        if (hasDelays) {
            sample.delayHistogram(delays);
        }
        return sample.build();
    }

    private ClassState state(int classIndex) {
        return loop.states().get(0).classes().get(classIndex);
    }

    @Test
    void delaysAreMeasuredWithSettingsThatWereTakenOver() throws IOException {
        use(A + "," + B);
        loop = newLoop();
        loop.step();
        PortSettings inSwitch = sent.get(0);
        loop = newLoop();
        loop.adopt(inSwitch);

        for (int i = 0; i < 3; i++) {
            second(0);
        }

        assertThat(buckets()).isNotEqualTo(DelayHistogram.COARSEST);
        assertThat(state(0).delayMeanMs()).isBetween(0.009, 0.012);
    }

    @Test
    void delaysOfANewClassAreMeasured() throws IOException {
        use(A);
        loop = newLoop();
        loop.step();
        use(A + "," + B);
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).orElseThrow());

        for (int i = 0; i < 3; i++) {
            second(1);
        }

        assertThat(state(1).delayMeanMs()).isBetween(0.009, 0.012);
    }

    @Test
    void whatASwitchCountedBeforeIsNotOfThisPort() throws IOException {
        use(A);
        loop = newLoop();
        loop.step();
        packets = 1_000_000;
        delays[buckets().bucketOf(100_000)] = packets;
        // The first reading of a queue may leave its delays for a later round.
        nowNs += SECOND;
        loop.onSample(sample(0, false));
        loop.step();
        second(0);
        assertThat(state(0).delayMeanMs()).isNaN();

        second(0);

        assertThat(state(0).delayMeanMs()).isBetween(0.009, 0.012);
    }

    @Test
    void noPromiseIsGivenBeforeTheLoadIsKnown() {
        loop.step();
        assertThat(loop.decision(PORT).get().promise(0).isGiven()).isFalse();
        assertThat(loop.decision(PORT).get().promise(0).reason())
                .isEqualTo("the load is not known yet");

        for (int i = 0; i < 10; i++) {
            second(1, 0, 0);
        }

        assertThat(loop.decision(PORT).get().promise(0).isGiven()).isTrue();
        assertThat(loop.decision(PORT).get().promise(1).isGiven()).as("a load of 0").isTrue();
    }

    @Test
    void countsBeginWithTheFirstReading() throws IOException {
        use(A);
        loop = newLoop();
        nowNs += SECOND;
        loop.onSample(dropped(5000));
        assertThat(state(0).droppedPackets()).isZero();

        nowNs += SECOND;
        loop.onSample(dropped(5007));

        assertThat(state(0).droppedPackets()).isEqualTo(7);
    }

    private QueueSample dropped(long count) {
        return QueueSample.builder(PORT, 0, nowNs)
                .arrived(2 * count, 2 * count * PACKET_BYTES)
                .departed(count, count * PACKET_BYTES)
                .dropped(count)
                .build();
    }

    @Test
    void theLossOfAClassEndsWithItsTraffic() throws IOException {
        use(A);
        loop = newLoop();
        nowNs += SECOND;
        loop.onSample(dropped(0));
        nowNs += SECOND;
        loop.onSample(dropped(1000));
        loop.step();
        assertThat(state(0).lossFraction()).isEqualTo(0.5);

        for (int i = 0; i < 30; i++) {
            nowNs += SECOND;
            loop.onSample(dropped(1000));
            loop.step();
        }

        assertThat(state(0).lossFraction()).isZero();
        assertThat(state(0).arrivalRateBps()).isZero();
    }

    @Test
    void aPolicyThatComesDuringARoundIsSolvedInTheNext() throws IOException {
        use(A + "," + B);
        loop = newLoop();
        loop.step();
        Policy other = read(PORT_OF_1G + A + "," + B + "], 'tunables': {'weightLevels': 64}}");
        ControlLoop during =
                new ControlLoop(
                        policy,
                        () -> {
                            // The round has read the policy, and has not solved the port.
                            loopOnce(other);
                            return nowNs;
                        },
                        settings -> {
                            sent.add(settings);
                            return answer.apply(settings);
                        });
        loop = during;
        loop.setPort(policy.portSpec(PORT, 0).orElseThrow());
        sent.clear();

        loop.step();
        loop.step();
        loop.step();

        List<Integer> levels = List.of(sent.size(), loop.behindCount());
        assertThat(levels).as("settings sent, ports behind").containsExactly(2, 0);
    }

    private boolean isOther;

    private void loopOnce(Policy other) {
        if (!isOther) {
            isOther = true;
            loop.setPolicy(other);
        }
    }
}
