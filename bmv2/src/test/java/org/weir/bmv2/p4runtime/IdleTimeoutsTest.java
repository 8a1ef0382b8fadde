// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Entries that are not hit for their idle timeout. */
class IdleTimeoutsTest extends ServedTest {

    private static final long HOUR_NS = 3_600_000_000_000L;

    @Test
    void idleEntriesAreReportedAndStay() throws Exception {
        TableEntry entry = entry(1_000_000);
        client.insert(entry);
        StreamMessageResponse told = client.next();
        assertThat(told.getIdleTimeoutNotification().getTableEntryList()).containsExactly(entry);
        assertThat(told.getIdleTimeoutNotification().getTimestamp()).isPositive();
        // The timer starts again.
        assertThat(client.next().hasIdleTimeoutNotification()).isTrue();
        assertThat(client.readTable("I.aged")).containsExactly(entry);
    }

    @Test
    void timeSinceTheLastHitIsReadWhenAskedFor() {
        TableEntry entry = entry(HOUR_NS);
        client.insert(entry);
        assertThat(client.readTable("I.aged").get(0).hasTimeSinceLastHit()).isFalse();
        TableEntry.Builder request = TableEntry.newBuilder().setTableId(PROGRAM.id("I.aged"));
        request.getTimeSinceLastHitBuilder();
        TableEntry read = client.readEntries(request.build()).get(0);
        assertThat(read.hasTimeSinceLastHit()).isTrue();
        assertThat(read.getTimeSinceLastHit().getElapsedNs()).isBetween(0L, HOUR_NS);
    }

    @Test
    void onlyWhereTheProgramDeclaresThem() {
        refused(
                Update.Type.INSERT,
                entity(PROGRAM.route(0x0a000000, 8, 1).toBuilder().setIdleTimeoutNs(5).build()),
                Status.Code.INVALID_ARGUMENT,
                "table I.routes, idle_timeout_ns: the program declares no idle timeout");
        refused(
                Update.Type.INSERT,
                entity(entry(-1)),
                Status.Code.INVALID_ARGUMENT,
                "idle_timeout_ns: it must not be below 0");
        TableEntry.Builder withTime = entry(5).toBuilder();
        withTime.getTimeSinceLastHitBuilder();
        refused(
                Update.Type.INSERT,
                entity(withTime.build()),
                Status.Code.INVALID_ARGUMENT,
                "time_since_last_hit: it can only be read");
    }

    private static TableEntry entry(long idleTimeoutNs) {
        return TableEntry.newBuilder()
                .setTableId(PROGRAM.id("I.aged"))
                .addMatch(Program.exact(1, 0x020000000001L))
                .setAction(PROGRAM.tableAction("I.set_output", 3))
                .setIdleTimeoutNs(idleTimeoutNs)
                .setMetadata(ByteString.copyFromUtf8("mine"))
                .build();
    }
}
