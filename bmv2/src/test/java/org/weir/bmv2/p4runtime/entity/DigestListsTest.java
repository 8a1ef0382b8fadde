// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.time.VirtualTimeline;

/** When the messages of a digest are sent, in virtual time. */
class DigestListsTest {

    private static final long TIMEOUT_NS = 1000;

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
                1,
                DigestEntry.Config.newBuilder().setMaxTimeoutNs(maxTimeoutNs).build(),
                timeline,
                lastId::incrementAndGet,
                sent::add);
    }

    private static P4Data message(int number) {
        return P4Data.newBuilder().setBitstring(Program.number(number)).build();
    }
}
