// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

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
    void manyLargeEntriesAreReportedInPieces() throws Exception {
        // All together 6 MiB; this client takes 4 MiB at once, as gRPC's clients do by default.
        ByteString note = ByteString.copyFrom(new byte[1 << 16]);
        Set<Long> inserted = new HashSet<>();
        List<Update> updates = new ArrayList<>();
        for (int i = 0; i < 96; i++) {
            inserted.add(0x020000000000L + i);
            updates.add(
                    Client.update(
                            Update.Type.INSERT,
                            entity(
                                    entry(1_000_000).toBuilder()
                                            .setMatch(0, Program.exact(1, 0x020000000000L + i))
                                            .setMetadata(note)
                                            .build())));
        }
        client.stub.write(
                client.request(
                        WriteRequest.Atomicity.CONTINUE_ON_ERROR, updates.toArray(new Update[0])));
        Set<Long> told = new HashSet<>();
        while (!told.equals(inserted)) {
            StreamMessageResponse message = client.next();
            assertThat(message.getSerializedSize()).isLessThan(1 << 21);
            for (TableEntry one : message.getIdleTimeoutNotification().getTableEntryList()) {
                byte[] address = one.getMatch(0).getExact().getValue().toByteArray();
                told.add(new BigInteger(1, address).longValueExact());
            }
        }
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
