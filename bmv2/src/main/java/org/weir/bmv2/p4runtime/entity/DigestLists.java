// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestList;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.time.Timeline;

/**
 * The lists that one digest is sent in (P4Runtime specification 1.4, "DigestEntry"): a list is sent
 * when it is full or when its first message has waited long enough; a message that was sent and
 * neither acknowledged nor timed out is not sent again. To be used on the timeline's thread only.
 */
final class DigestLists {

    /** Longest list where the client sets no bound. */
    private static final int DEFAULT_MAX_LIST_SIZE = 1024;

    private record Sent(long listId, long timeNs, Set<P4Data> messages) {}

    private final int digestId;
    private final Timeline timeline;
    private final LongSupplier listIds;
    private final Consumer<StreamMessageResponse> primary;
    private final Set<P4Data> waiting = new LinkedHashSet<>();
    private final Deque<Sent> unacknowledged = new ArrayDeque<>();
    private DigestEntry.Config config;

    /** Number of lists that were sent. */
    private long lists;

    private boolean isClosed;

    /**
     * Lists of a digest.
     *
     * @param listIds the numbers of lists, none of them twice
     */
    DigestLists(
            int digestId,
            DigestEntry.Config config,
            Timeline timeline,
            LongSupplier listIds,
            Consumer<StreamMessageResponse> primary) {
        this.digestId = digestId;
        this.config = config;
        this.timeline = timeline;
        this.listIds = listIds;
        this.primary = primary;
    }

    DigestEntry.Config config() {
        return config;
    }

    void configure(DigestEntry.Config newConfig) {
        config = newConfig;
    }

    /** Drops waiting digests, and sends none until it is opened again. */
    void close() {
        isClosed = true;
    }

    /** Goes on as if it had not been closed at this time. */
    void open() {
        isClosed = false;
    }

    void add(P4Data message) {
        long nowNs = timeline.nowNs();
        unacknowledged.removeIf(sent -> nowNs - sent.timeNs() >= config.getAckTimeoutNs());
        if (unacknowledged.stream().anyMatch(sent -> sent.messages().contains(message))
                || !waiting.add(message)) {
            return;
        }
        int maxListSize =
                config.getMaxListSize() > 0 ? config.getMaxListSize() : DEFAULT_MAX_LIST_SIZE;
        if (config.getMaxTimeoutNs() == 0 || waiting.size() >= maxListSize) {
            send();
        } else if (waiting.size() == 1) {
            long list = lists;
            timeline.scheduleAfter(
                    config.getMaxTimeoutNs(),
                    () -> {
                        if (lists == list && !isClosed) {
                            send();
                        }
                    });
        }
    }

    void acknowledge(long listId) {
        unacknowledged.removeIf(sent -> sent.listId() == listId);
    }

    private void send() {
        if (waiting.isEmpty()) {
            return;
        }
        long nowNs = timeline.nowNs();
        long listId = listIds.getAsLong();
        primary.accept(
                StreamMessageResponse.newBuilder()
                        .setDigest(
                                DigestList.newBuilder()
                                        .setDigestId(digestId)
                                        .setListId(listId)
                                        .addAllData(waiting)
                                        .setTimestamp(nowNs))
                        .build());
        if (config.getAckTimeoutNs() > 0) {
            unacknowledged.add(new Sent(listId, nowNs, new HashSet<>(waiting)));
        }
        lists++;
        waiting.clear();
    }
}
