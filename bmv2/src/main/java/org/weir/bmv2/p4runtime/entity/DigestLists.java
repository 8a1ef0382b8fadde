// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestList;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.rpc.MessageSize;
import org.weir.bmv2.time.Timeline;

/**
 * The lists that one digest is sent in (P4Runtime specification 1.4, "DigestEntry"): a list is sent
 * when it is full or when its first message has waited long enough, and never grows beyond {@link
 * MessageSize#FULL_BYTES} and one message; a message that was sent and neither acknowledged nor
 * timed out is not sent again. To be used on the timeline's thread only.
 */
final class DigestLists {

    /** Longest list where the client sets no bound. */
    private static final int DEFAULT_MAX_LIST_SIZE = 1024;

    private record Sent(long timeNs, Set<P4Data> messages) {}

    private final int digestId;
    private final Timeline timeline;
    private final LongSupplier listIds;
    private final Consumer<StreamMessageResponse> primary;

    /** Waiting messages, with the time at which each came, the first first. */
    private final Map<P4Data, Long> waiting = new LinkedHashMap<>();

    private long waitingBytes;

    /** Lists that were sent and neither acknowledged nor timed out, by number, the first first. */
    private final Map<Long, Sent> unacknowledged = new LinkedHashMap<>();

    /** The messages of these lists; each is in one of them only. */
    private final Set<P4Data> awaiting = new HashSet<>();

    private DigestEntry.Config config;

    /** Number of times that were set for sending a list; only the last one holds. */
    private long alarms;

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

    /**
     * Takes other settings, which hold for the waiting messages too. Nothing is sent before the
     * caller has returned to the timeline: by then it may have given the former settings back.
     */
    void configure(DigestEntry.Config newConfig) {
        config = newConfig;
        wakeAfter(0);
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
        forgetTimedOut(nowNs);
        if (awaiting.contains(message) || waiting.putIfAbsent(message, nowNs) != null) {
            return;
        }
        waitingBytes += message.getSerializedSize();
        if (waiting.size() == 1 || isFull()) {
            sendOrWait();
        }
    }

    private void forgetTimedOut(long nowNs) {
        Iterator<Sent> lists = unacknowledged.values().iterator();
        while (lists.hasNext()) {
            Sent first = lists.next();
            if (nowNs - first.timeNs() < config.getAckTimeoutNs()) {
                return;
            }
            lists.remove();
            first.messages().forEach(awaiting::remove);
        }
    }

    private boolean isFull() {
        return waiting.size() >= maxListSize() || waitingBytes >= MessageSize.FULL_BYTES;
    }

    private int maxListSize() {
        return config.getMaxListSize() > 0 ? config.getMaxListSize() : DEFAULT_MAX_LIST_SIZE;
    }

    /** Sends the messages that need not wait, and lets others wait for the rest of their time. */
    private void sendOrWait() {
        while (!waiting.isEmpty()) {
            long firstNs = waiting.values().iterator().next();
            long restNs = config.getMaxTimeoutNs() - (timeline.nowNs() - firstNs);
            if (restNs > 0 && !isFull()) {
                wakeAfter(restNs);
                return;
            }
            send();
        }
    }

    private void wakeAfter(long delayNs) {
        long alarm = ++alarms;
        timeline.scheduleAfter(
                delayNs,
                () -> {
                    if (alarms == alarm && !isClosed) {
                        sendOrWait();
                    }
                });
    }

    void acknowledge(long listId) {
        Sent sent = unacknowledged.remove(listId);
        if (sent != null) {
            sent.messages().forEach(awaiting::remove);
        }
    }

    /** Sends the longest list of the first waiting messages. */
    private void send() {
        Set<P4Data> messages = new LinkedHashSet<>();
        long bytes = 0;
        Iterator<P4Data> rest = waiting.keySet().iterator();
        while (rest.hasNext()
                && messages.size() < maxListSize()
                && bytes < MessageSize.FULL_BYTES) {
            P4Data message = rest.next();
            rest.remove();
            messages.add(message);
            bytes += message.getSerializedSize();
        }
        waitingBytes -= bytes;
        long nowNs = timeline.nowNs();
        long listId = listIds.getAsLong();
        primary.accept(
                StreamMessageResponse.newBuilder()
                        .setDigest(
                                DigestList.newBuilder()
                                        .setDigestId(digestId)
                                        .setListId(listId)
                                        .addAllData(messages)
                                        .setTimestamp(nowNs))
                        .build());
        if (config.getAckTimeoutNs() > 0) {
            unacknowledged.put(listId, new Sent(nowNs, messages));
            awaiting.addAll(messages);
        }
        alarms++;
    }
}
