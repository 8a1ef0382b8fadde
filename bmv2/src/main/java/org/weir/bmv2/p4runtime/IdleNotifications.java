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
import org.weir.bmv2.time.Timeline;

/**
 * Sender of notifications to primaries about entries that have not been hit for their idle timeout
 * (P4Runtime specification 1.4, "Table Idle Timeout Notification"): those of one table whose
 * timeouts are over at the same time go in one message. To be used on the timeline's thread only.
 */
final class IdleNotifications {

    /** Most entries of one message, well within gRPC's default limit of 4 MiB for a message. */
    private static final int MAX_ENTRIES = 1000;

    private final Arbitration arbitration;
    private final Timeline timeline;
    private final Map<Integer, Set<TableEntry>> waiting = new LinkedHashMap<>();
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
        // An entry with a short timeout may be idle again before a late message is sent: said once.
        Set<TableEntry> ofTable =
                waiting.computeIfAbsent(entry.getTableId(), id -> new LinkedHashSet<>());
        ofTable.add(entry);
        if (ofTable.size() >= MAX_ENTRIES) {
            send(entry.getTableId(), ofTable);
            ofTable.clear();
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

    private void send(int tableId, Set<TableEntry> entries) {
        if (!entries.isEmpty()) {
            arbitration.offerToPrimaries(
                    scope -> scope.covers(tableId),
                    StreamMessageResponse.newBuilder()
                            .setIdleTimeoutNotification(
                                    IdleTimeoutNotification.newBuilder()
                                            .addAllTableEntry(entries)
                                            .setTimestamp(timeline.nowNs()))
                            .build());
        }
    }
}
