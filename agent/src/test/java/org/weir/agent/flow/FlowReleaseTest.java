// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.FlowKey;
import org.weir.reaction.P4qcnReaction;
import org.weir.reaction.PmqecnReaction;
import org.weir.reaction.Recovery;
import org.weir.reaction.packet.CongestionNotification;

/** Releases of flows, and what becomes of their slots. */
class FlowReleaseTest {
    private static final long LINE_BPS = 10_000_000;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private FlowTable table;

    @BeforeEach
    void makeTable() {
        table =
                new FlowTable(
                        startBps ->
                                new PmqecnReaction(
                                        new Recovery(startBps, 1e5, 5e5, 5), 50 * MS, 0.5),
                        LINE_BPS,
                        20 * SECOND,
                        3);
    }

    private static FlowKey flow(int localPort) {
        FlowKey flow = FeedbackFrames.flow();
        return new FlowKey(flow.local(), flow.remote(), flow.protocol(), localPort, 6000);
    }

    private Shape only() {
        assertThat(table.shapes()).hasSize(1);
        return table.shapes().iterator().next();
    }

    @Test
    void aFlowWithoutFeedbackIsReleasedInTimeHoweverItGoes() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(0, 0, 2, 0)), 19 * SECOND);
        table.advance(20 * SECOND - 1);
        assertThat(only().open()).isFalse();
        table.advance(20 * SECOND);
        assertThat(table.size()).isZero();
        table.onTraffic(Map.of(1, new SlotTraffic(1, 1, 2, 0)), 20 * SECOND);
        assertThat(only())
                .as("packets wait, which new ones must not overtake")
                .isEqualTo(new Shape(1, flow(1), LINE_BPS, false));
        table.onTraffic(Map.of(1, new SlotTraffic(3, 3, 0, 0)), 21 * SECOND);
        assertThat(only()).isEqualTo(new Shape(1, flow(1), LINE_BPS, true));
        table.onTraffic(Map.of(1, new SlotTraffic(4, 4, 1, 0)), 21 * SECOND + MS);
        assertThat(only().open()).as("one has come in between").isTrue();
        table.onTraffic(Map.of(1, new SlotTraffic(5, 5, 0, 0)), 21 * SECOND + 2 * MS);
        assertThat(table.shapes()).isEmpty();
        assertThat(table.released()).isEqualTo(1);
    }

    @Test
    void aReleasedFlowThatFillsTheLineOrHasNewFeedbackPassesByItsOldClass() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.advance(20 * SECOND);
        SlotTraffic waits = new SlotTraffic(1, 1, 2, 0);
        table.onTraffic(Map.of(1, waits), 20 * SECOND + FlowTable.DRAIN_NS - 1);
        assertThat(only().open()).isFalse();
        table.onTraffic(Map.of(1, waits), 20 * SECOND + FlowTable.DRAIN_NS);
        assertThat(only().open()).isTrue();

        makeTable();
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.advance(20 * SECOND);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 2), 20 * SECOND);
        assertThat(table.shapes())
                .containsExactly(
                        new Shape(2, flow(1), 4_000_000, false),
                        new Shape(1, flow(1), LINE_BPS, true));
    }

    @Test
    void aFlowThatIsBackAtTheLinesRateIsReleased() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4999, 1), 0);
        for (int i = 1; i <= 200 && table.size() > 0; i++) {
            table.onTraffic(Map.of(1, new SlotTraffic(i, i, 1, 0)), i * 25 * MS);
            table.advance(i * 25 * MS);
        }
        assertThat(table.size()).isZero();
    }

    @Test
    void aFlowWhoseClassSomebodyTakesAwayIsNeitherIdleNorUnseen() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(0, 0, 0, 0)), FlowTable.UNSEEN_NS - 1);
        table.onTraffic(Map.of(), 2 * FlowTable.IDLE_NS);
        table.onTraffic(Map.of(1, new SlotTraffic(0, 0, 0, 0)), 2 * FlowTable.IDLE_NS + MS);
        table.advance(2 * FlowTable.IDLE_NS + MS);
        assertThat(table.size()).isEqualTo(1);
    }

    /** Feedback about flows that nobody sends is forged: it must not fill the table. */
    @Test
    void aFlowWhosePacketsNobodySeesIsReleasedAtOnceAndASlowOneComesBack() {
        SlotTraffic nothing = new SlotTraffic(0, 0, 0, 0);
        for (int port = 1; port <= 3; port++) {
            table.onFeedback(flow(port), FeedbackFrames.message(5000, 4000, port), 0);
        }
        table.advance(FlowTable.UNSEEN_NS);
        assertThat(table.size()).as("not read yet").isEqualTo(3);
        SlotTraffic sends = new SlotTraffic(1000, 1, 0, 0);
        table.onTraffic(Map.of(1, nothing, 2, sends, 3, nothing), FlowTable.UNSEEN_NS - 1);
        table.onFeedback(flow(3), FeedbackFrames.message(5000, 4000, 4), FlowTable.UNSEEN_NS - 1);
        table.advance(FlowTable.UNSEEN_NS);
        assertThat(table.size()).isEqualTo(3);
        table.onTraffic(Map.of(1, nothing, 2, sends, 3, nothing), FlowTable.UNSEEN_NS);
        table.advance(FlowTable.UNSEEN_NS);
        assertThat(table.shaped()).extracting(FlowState::flow).containsExactly(flow(2));

        long nowNs = FlowTable.UNSEEN_NS;
        for (int i = 1; i <= 5; i++) {
            table.onFeedback(flow(3), FeedbackFrames.message(5000, 4000, 4 + i), nowNs);
            assertThat(table.size()).isEqualTo(2);
            nowNs += FlowTable.UNSEEN_NS;
            Map<Integer, SlotTraffic> traffic = new HashMap<>(Map.of(2, sends));
            table.shapes().forEach(shape -> traffic.putIfAbsent(shape.slot(), nothing));
            table.onTraffic(traffic, nowNs);
            table.advance(nowNs);
            assertThat(table.size()).isEqualTo(1);
        }
    }

    /** Three flows, the second of which sends at 1 s, in a table that has no room for more. */
    private void fill() {
        P4qcnReaction reaction = new P4qcnReaction(new Recovery(LINE_BPS, 1e5, 1e5, 5), 1, 100_000);
        table = new FlowTable(startBps -> reaction, LINE_BPS, 20 * SECOND, 3);
        for (int port = 1; port <= 3; port++) {
            table.onNotification(flow(port), new CongestionNotification(0, 0, 0, port), port);
        }
        SlotTraffic one = new SlotTraffic(1000, 1, 0, 0);
        SlotTraffic none = new SlotTraffic(0, 0, 0, 0);
        table.onTraffic(Map.of(1, one, 2, none, 3, none), 1);
        table.onTraffic(Map.of(1, one, 2, none, 3, one), 3);
        table.onTraffic(Map.of(1, one, 2, new SlotTraffic(1000, 1, 1, 0), 3, one), SECOND);
    }

    /** As connections that have ended: each costs every packet of the host a filter. */
    @Test
    void aFlowWithoutPacketsAndFeedbackIsReleasedThoughThereIsRoom() {
        fill();
        table.advance(FlowTable.IDLE_NS);
        assertThat(table.size()).isEqualTo(3);
        table.advance(FlowTable.IDLE_NS + 1);
        assertThat(table.shaped()).extracting(FlowState::flow).containsExactly(flow(2), flow(3));
        table.advance(FlowTable.IDLE_NS + 3);
        assertThat(table.shaped()).extracting(FlowState::flow).containsExactly(flow(2));
        SlotTraffic sent = new SlotTraffic(1000, 1, 0, 0);
        table.onTraffic(Map.of(2, sent), FlowTable.IDLE_NS + 4);
        assertThat(table.hasRoom(flow(4))).isTrue();
        table.advance(SECOND + FlowTable.IDLE_NS - 1);
        assertThat(table.size()).isEqualTo(1);
        table.advance(SECOND + FlowTable.IDLE_NS);
        assertThat(table.size()).isZero();
    }

    @Test
    void aReleasedFlowGetsItsSlotAgainWhileNoOtherIsFree() {
        fill();
        table.onTraffic(Map.of(3, new SlotTraffic(50_000, 50, 0, 0)), SECOND);
        table.advance(SECOND + FlowTable.IDLE_NS);
        assertThat(table.size()).isZero();
        assertThat(table.hasRoom(flow(4))).as("all drain").isFalse();
        assertThat(table.hasRoom(flow(3))).isTrue();

        SlotTraffic waits = new SlotTraffic(0, 0, 1, 0);
        SlotTraffic drains = new SlotTraffic(450_000, 450, 1, 0);
        table.onTraffic(Map.of(1, waits, 2, waits, 3, drains), 3 * SECOND);

        table.onNotification(flow(3), new CongestionNotification(0, 0, 0, 9), 4 * SECOND);

        Shape half = new Shape(3, flow(3), LINE_BPS / 2, false);
        assertThat(table.shapes()).hasSize(3).contains(half);
        // Its slot has counted 99 000 bytes since the last reading; 100 000 are a cycle.
        table.onTraffic(Map.of(3, new SlotTraffic(549_000, 549, 0, 0)), 4 * SECOND + MS);
        assertThat(table.shapes()).contains(half);
        table.onTraffic(Map.of(), 5 * SECOND);
        assertThat(table.shapes()).as("the others have left").containsExactly(half);
    }
}
