// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.app.LoopView;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.loop.ControlLoop;
import org.weir.control.loop.Decision;
import org.weir.control.loop.DecisionReason;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** The times of a real loop over one port, whose switch answers when the test says so. */
class LoopTimesTest {

    private static final PortId PORT = new PortId("device:s1", 4);
    private static final long MS = 1_000_000;

    /** Rounds in which a load that changes every tenth round leads to enough new settings. */
    private static final int MOST_ROUNDS = 40 * LoopTimes.KEPT;

    private final Deque<CompletableFuture<Void>> writes = new ArrayDeque<>();
    private final LoopTimes times = new LoopTimes(() -> this.nowNs);
    private ControlLoop loop;
    private long nowNs = 1_000 * MS;
    private long bytes;
    private long otherBytes;

    @BeforeEach
    void takeThePort() throws IOException {
        Policy policy = policy(1);
        loop = new ControlLoop(policy, () -> nowNs, this::install);
        loop.setPort(policy.portSpec(PORT, 0).orElseThrow());
    }

    private static Policy policy(double importance) throws IOException {
        String json =
                "{'classes':[{'name':'A','importance':"
                        + importance
                        + ",'targets':{'delayMs':5}},{'name':'C'}],"
                        + "'port':{'rateBps':10000000,'capacityPackets':64}}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    private CompletableFuture<Void> install(PortSettings settings) {
        DecisionReason reason = loop.decision(PORT).orElseThrow().reason();
        return times.follow(
                PORT,
                reason,
                () -> {
                    writes.add(new CompletableFuture<>());
                    return writes.getLast();
                },
                sent -> sent);
    }

    /**
     * Reads both classes' counters after a second in which the first sent so many Mb/s, and the
     * second 3: so what the first needs of the port decides whether shares change.
     */
    private void read(double mbps) {
        nowNs += 1_000 * MS;
        bytes += Math.round(mbps * 125_000);
        otherBytes += 3 * 125_000;
        for (int classIndex = 0; classIndex < 2; classIndex++) {
            long own = classIndex == 0 ? bytes : otherBytes;
            times.onReading(PORT, nowNs);
            loop.onSample(
                    QueueSample.builder(PORT, classIndex, nowNs)
                            .arrived(own / 1000, own)
                            .departed(own / 1000, own)
                            .build());
        }
    }

    private DecisionReason round() {
        times.beginRound();
        List<Decision> decisions = loop.step();
        times.endRound(decisions);
        return decisions.get(0).reason();
    }

    /** The first settings are in the switch, and the port has carried so many Mb/s for long. */
    private void settle(double mbps) {
        for (int i = 0; i < 20; i++) {
            read(mbps);
            round();
            confirmAll();
        }
    }

    private void confirmAll() {
        while (!writes.isEmpty()) {
            writes.remove().complete(null);
        }
    }

    private LoopView since(LoopView before) {
        return times.view(before.confirmed(), loop.behindCount());
    }

    private LoopView now() {
        return times.view(0, loop.behindCount());
    }

    @Test
    void countsFromTheReadingAndFromTheReportUntilTheSwitchHasConfirmed() {
        settle(1);
        LoopView before = now();
        times.onReport(PORT, nowNs + 900 * MS);
        read(6);
        nowNs += 3 * MS;
        assertThat(round()).isEqualTo(DecisionReason.LOAD_CHANGED);
        assertThat(since(before).fromReading().samples()).isZero();
        nowNs += 4 * MS;

        confirmAll();

        LoopView after = since(before);
        assertThat(after.confirmed()).isEqualTo(before.confirmed() + 1);
        assertThat(after.fromReading().quantileMs(1)).isEqualTo(OptionalDouble.of(7));
        assertThat(after.fromReport().quantileMs(1)).isEqualTo(OptionalDouble.of(107));
        assertThat(after.write().quantileMs(1)).isEqualTo(OptionalDouble.of(4));
    }

    /** As when only ports with a new rate are solved. */
    @Test
    void aReportWaitsWhileItsPortTakesNoPartInRounds() {
        settle(1);
        LoopView before = now();
        times.onReport(PORT, nowNs + 900 * MS);
        times.beginRound();
        times.endRound(List.of());
        read(6);
        assertThat(round()).isEqualTo(DecisionReason.LOAD_CHANGED);

        confirmAll();

        assertThat(since(before).fromReport().quantileMs(1)).isEqualTo(OptionalDouble.of(100));
    }

    @Test
    void aReadingThatFindsSettingsOnTheirWayWaitsForTheRoundThatAnswersIt() {
        settle(1);
        LoopView before = now();
        read(6);
        round();
        read(1);
        assertThat(round()).isEqualTo(DecisionReason.PENDING);
        confirmAll();
        nowNs += 500 * MS;
        assertThat(round()).isEqualTo(DecisionReason.LOAD_CHANGED);
        confirmAll();

        LoopView after = since(before);
        assertThat(after.fromReading().samples()).isEqualTo(2);
        assertThat(after.fromReading().quantileMs(0.5)).isEqualTo(OptionalDouble.of(500));
        assertThat(after.write().quantileMs(0.5)).isEqualTo(OptionalDouble.of(0));
        assertThat(after.fromReading().quantileMs(1)).isEqualTo(OptionalDouble.of(1000));
    }

    @Test
    void whatWasRefusedCountsFromItsFirstReading() {
        settle(1);
        LoopView before = now();
        read(6);
        round();
        writes.remove().completeExceptionally(new IOException("refused"));
        assertThat(now().failed()).isEqualTo(before.failed() + 1);
        nowNs += 20 * MS;
        assertThat(round()).isEqualTo(DecisionReason.RETRY);
        confirmAll();

        assertThat(since(before).fromReading().quantileMs(1)).isEqualTo(OptionalDouble.of(20));
        assertThat(now().failed()).isEqualTo(before.failed() + 1);
    }

    @Test
    void firstSettingsAndThoseOfANewPolicyDoNotCount() throws IOException {
        assertThat(now().behindPorts()).isEqualTo(1);
        read(1);
        assertThat(round()).isEqualTo(DecisionReason.FIRST);
        confirmAll();
        assertThat(now().behindPorts()).isZero();
        assertThat(now().confirmed()).isZero();

        loop.setPolicy(policy(2));
        assertThat(now().behindPorts()).isEqualTo(1);
        round();
        confirmAll();
        assertThat(now().behindPorts()).isZero();
        assertThat(now().confirmed()).isZero();
    }

    @Test
    void onlyTheLastAreKept() {
        settle(1);
        int sent = 0;
        for (int i = 0; sent <= LoopTimes.KEPT && i < MOST_ROUNDS; i++) {
            read(i / 10 % 2 == 0 ? 6 : 1);
            sent += round() == DecisionReason.LOAD_CHANGED ? 1 : 0;
            confirmAll();
        }

        assertThat(now().confirmed()).isGreaterThan(LoopTimes.KEPT);
        assertThat(now().fromReading().samples()).isEqualTo(LoopTimes.KEPT);
        assertThat(since(now()).fromReading().samples()).isZero();
        assertThat(since(now()).fromReading().quantileMs(0.5)).isEmpty();
    }
}
