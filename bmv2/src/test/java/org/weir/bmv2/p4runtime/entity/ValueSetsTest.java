// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetMember;

/** Value sets of the parser. */
class ValueSetsTest extends ServedTest {

    private static final byte[] FRAME =
            HexFormat.of().parseHex("020000000002020000000001" + "22f3" + "00".repeat(46));

    @Test
    void comeBackAsTheyWent() {
        Entity set = set(0x22f3, 0x893b);
        client.write(Update.Type.MODIFY, set);
        assertThat(client.read(set())).containsExactly(set);
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setValueSetEntry(ValueSetEntry.getDefaultInstance())
                                        .build()))
                .containsExactly(set);
        client.write(Update.Type.MODIFY, set());
        assertThat(client.read(set())).containsExactly(set());
    }

    @Test
    void steerTheParser() throws Exception {
        // The parser's state for the set makes flow 0x7777.
        client.insert(
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.acl"))
                        .addMatch(
                                FieldMatch.newBuilder()
                                        .setFieldId(5)
                                        .setRange(
                                                FieldMatch.Range.newBuilder()
                                                        .setLow(Program.number(0x7777))
                                                        .setHigh(Program.number(0x7777))))
                        .setPriority(1)
                        .setAction(PROGRAM.tableAction("I.set_output", 2))
                        .build());
        client.insert(PROGRAM.acl(0x22f3, 9, PROGRAM.tableAction("I.set_output", 3)));
        client.write(
                Update.Type.DELETE,
                Program.entity(PROGRAM.acl(0x22f3, 9, PROGRAM.tableAction("I.drop"))));
        client.write(Update.Type.MODIFY, set(0x22f3));
        bench.receive(1, FRAME);
        assertThat(bench.nextSent(2)).isEqualTo(FRAME);
    }

    @Test
    void wrongOnesAreRefusedAndChangeNothing() {
        client.write(Update.Type.MODIFY, set(7));
        refused(Update.Type.INSERT, set(1), Status.Code.INVALID_ARGUMENT, "MODIFY");
        refused(
                Update.Type.MODIFY,
                set(1, 1),
                Status.Code.ALREADY_EXISTS,
                "value set P.marked_types: member 2 is given twice");
        refused(
                Update.Type.MODIFY,
                set(1, 2, 3, 4, 5),
                Status.Code.RESOURCE_EXHAUSTED,
                "value set P.marked_types: it takes 4 members, not 5");
        refused(
                Update.Type.MODIFY,
                set(0x10000),
                Status.Code.INVALID_ARGUMENT,
                "value set P.marked_types, field 1: 0x010000 does not fit in 16 bits");
        assertThat(client.read(set())).containsExactly(set(7));
    }

    private static Entity set(long... values) {
        ValueSetEntry.Builder set =
                ValueSetEntry.newBuilder().setValueSetId(PROGRAM.id("P.marked_types"));
        for (long value : values) {
            set.addMembers(ValueSetMember.newBuilder().addMatch(Program.exact(1, value)));
        }
        return Entity.newBuilder().setValueSetEntry(set).build();
    }
}
