// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.rpc.MessageSize;
import org.weir.bmv2.time.VirtualTimeline;

/** When the messages of a digest are sent, in virtual time. */
class DigestListsTest {

    private static final long TIMEOUT_NS = 1000;
    private static final int LONG_BYTES = 1000;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final AtomicLong lastId = new AtomicLong();
    private final List<StreamMessageResponse> sent = new ArrayList<>();

    @Test
    void aListIsSentWhenItsFirstMessageHasWaitedLongEnough() {
        DigestLists lists = lists(TIMEOUT_NS);
        lists.add(message(1));
        timeline.runUntil(400);
        lists.add(message(2));
        timeline.runUntil(999);
        assertThat(sent).isEmpty();
        timeline.runUntil(1000);
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).getDigest().getDataList()).containsExactly(message(1), message(2));
        lists.add(message(3));
        timeline.runUntil(2000);
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).getDigest().getListId()).isEqualTo(2);
    }

    @Test
    void waitingMessagesFollowANewConfig() {
        DigestLists lists = lists(1000 * TIMEOUT_NS);
        lists.add(message(1));
        timeline.runUntil(600);
        lists.configure(config(TIMEOUT_NS, 0));
        timeline.runUntil(999);
        assertThat(sent).isEmpty();
        timeline.runUntil(1000);
        assertThat(sent).hasSize(1);

        lists.configure(config(TIMEOUT_NS, 0));
        lists.add(message(2));
        lists.configure(config(2 * TIMEOUT_NS, 0));
        timeline.runUntil(2999);
        assertThat(sent).hasSize(1);
        timeline.runUntil(3000);
        assertThat(sent).hasSize(2);

        lists.add(message(3));
        lists.add(message(4));
        lists.configure(config(2 * TIMEOUT_NS, 2));
        timeline.runUntil(3000);
        assertThat(sent).hasSize(3);
        lists.add(message(5));
        lists.configure(config(0, 2));
        timeline.runUntil(3000);
        assertThat(sent).hasSize(4);
        timeline.runUntil(10_000);
        assertThat(sent).hasSize(4);
    }

    @Test
    void settingsThatAreTakenBackAtOnceSendNothing() {
        DigestLists lists = lists(TIMEOUT_NS);
        lists.add(message(1));
        timeline.runUntil(400);
        lists.configure(config(0, 1));
        lists.configure(config(TIMEOUT_NS, 0));
        timeline.runUntil(999);
        assertThat(sent).isEmpty();
        timeline.runUntil(1000);
        assertThat(sent).hasSize(1);
    }

    @Test
    void noListIsLongerThanANewConfigAllows() {
        DigestLists lists = lists(2 * TIMEOUT_NS);
        for (int i = 1; i <= 4; i++) {
            lists.add(message(i));
        }
        timeline.runUntil(600);
        lists.add(message(5));
        lists.configure(config(TIMEOUT_NS, 2));
        timeline.runUntil(1599);
        assertThat(sent)
                .extracting(list -> list.getDigest().getDataList())
                .containsExactly(List.of(message(1), message(2)), List.of(message(3), message(4)));
        timeline.runUntil(1600);
        assertThat(sent).hasSize(3);
    }

    @Test
    void noListIsLongerThanAMessageOfGrpc() {
        DigestLists lists = lists(TIMEOUT_NS);
        lists.configure(config(TIMEOUT_NS, Integer.MAX_VALUE));
        int count = 5 * MessageSize.FULL_BYTES / LONG_BYTES;
        for (int i = 0; i < count; i++) {
            ByteString value =
                    Program.number(1 + i).concat(ByteString.copyFrom(new byte[LONG_BYTES]));
            lists.add(P4Data.newBuilder().setBitstring(value).build());
        }
        timeline.runUntil(TIMEOUT_NS);
        assertThat(sent.stream().mapToInt(list -> list.getDigest().getDataCount()).sum())
                .isEqualTo(count);
        assertThat(sent)
                .allSatisfy(
                        list ->
                                assertThat(list.getSerializedSize())
                                        .isLessThan(2 * MessageSize.FULL_BYTES));
    }

    /** Many lists are open at once, as a client acknowledges late: each costs the same. */
    @Test
    void messagesAreSentAgainAfterAnAcknowledgementOrATimeout() {
        int count = 50_000;
        DigestLists lists = lists(0);
        lists.configure(config(0, 1).toBuilder().setAckTimeoutNs(count).build());
        timeline.runUntil(0);
        for (int i = 1; i <= count; i++) {
            timeline.runUntil(i);
            lists.add(message(i));
            lists.add(message(i));
            lists.add(message(1));
        }
        assertThat(sent).hasSize(count);
        lists.acknowledge(7);
        lists.acknowledge(7);
        lists.acknowledge(count + 1L);
        lists.add(message(7));
        lists.add(message(8));
        assertThat(sent).hasSize(count + 1);
        // The first list has timed out now, the second has not.
        timeline.runUntil(count + 1);
        lists.add(message(1));
        lists.add(message(2));
        lists.add(message(7));
        assertThat(sent).hasSize(count + 2);
        timeline.runUntil(2 * count);
        lists.add(message(7));
        lists.add(message(count));
        assertThat(sent).hasSize(count + 4);
    }

    @Test
    void theLongestTimeIsNeverOver() {
        timeline.runUntil(5);
        lists(Long.MAX_VALUE).add(message(1));
        timeline.runUntil(Long.MAX_VALUE - 1);
        assertThat(sent).isEmpty();
    }

    @Test
    void whatIsClosedSendsNothingUnlessItIsOpenedAgain() {
        DigestLists closed = lists(TIMEOUT_NS);
        closed.add(message(1));
        closed.close();
        DigestLists opened = lists(TIMEOUT_NS);
        opened.add(message(2));
        opened.close();
        opened.open();
        timeline.runUntil(2 * TIMEOUT_NS);
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).getDigest().getDataList()).containsExactly(message(2));
    }

    private DigestLists lists(long maxTimeoutNs) {
        return new DigestLists(
                1, config(maxTimeoutNs, 0), timeline, lastId::incrementAndGet, sent::add);
    }

    private static DigestEntry.Config config(long maxTimeoutNs, int maxListSize) {
        return DigestEntry.Config.newBuilder()
                .setMaxTimeoutNs(maxTimeoutNs)
                .setMaxListSize(maxListSize)
                .build();
    }

    private static P4Data message(int number) {
        return P4Data.newBuilder().setBitstring(Program.number(number)).build();
    }
}
