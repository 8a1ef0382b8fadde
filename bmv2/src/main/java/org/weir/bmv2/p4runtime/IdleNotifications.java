// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.p4runtime.role.Arbitration;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.IdleTimeoutNotification;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.rpc.MessageSize;
import org.weir.bmv2.time.Timeline;

/**
 * Sender of notifications to primaries about entries that have not been hit for their idle timeout
 * (P4Runtime specification 1.4, "Table Idle Timeout Notification"): those of one table whose
 * timeouts are over at the same time go in one message. To be used on the timeline's thread only.
 */
final class IdleNotifications {

    /** Most entries of one message. */
    private static final int MAX_ENTRIES = 1000;

    /** Entries of one table that wait to be sent. */
    private static final class Waiting {
        private final Set<TableEntry> entries = new LinkedHashSet<>();
        private int bytes;

        private void add(TableEntry entry) {
            // One with a short timeout may be idle again before a late message is sent: said once.
            if (entries.add(entry)) {
                bytes += entry.getSerializedSize();
            }
        }

        private boolean isFull() {
            return entries.size() >= MAX_ENTRIES || bytes >= MessageSize.FULL_BYTES;
        }
    }

    private final Arbitration arbitration;
    private final Timeline timeline;
    private final Map<Integer, Waiting> waiting = new LinkedHashMap<>();
    private boolean scheduled;

    IdleNotifications(Arbitration arbitration, Timeline timeline) {
        this.arbitration = arbitration;
        this.timeline = timeline;
    }

    /** Takes an entry of the running pipeline. */
    void add(Pipeline pipeline, IdleEntry idle) {
        TableEntry entry = pipeline.tables().idle(idle);
        if (entry == null) {
            return;
        }
        Waiting ofTable = waiting.computeIfAbsent(entry.getTableId(), id -> new Waiting());
        ofTable.add(entry);
        if (ofTable.isFull()) {
            send(entry.getTableId(), ofTable);
            waiting.remove(entry.getTableId());
        }
        if (!scheduled) {
            scheduled = true;
            timeline.schedule(timeline.nowNs(), this::sendAll);
        }
    }

    private void sendAll() {
        scheduled = false;
        waiting.forEach(this::send);
        waiting.clear();
    }

    private void send(int tableId, Waiting ofTable) {
        arbitration.offerToPrimaries(
                scope -> scope.covers(tableId),
                StreamMessageResponse.newBuilder()
                        .setIdleTimeoutNotification(
                                IdleTimeoutNotification.newBuilder()
                                        .addAllTableEntry(ofTable.entries)
                                        .setTimestamp(timeline.nowNs()))
                        .build());
    }
}
