// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.number;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Registers. */
class RegistersTest extends ServedTest {

    @Test
    void registers() {
        Entity cell = register("I.seen", 2, number(0xdeadbeefL));
        client.write(Update.Type.MODIFY, cell);
        assertThat(client.read(cell)).containsExactly(cell);
        Entity negative =
                register("I.signed_values", 1, ByteString.copyFrom(new byte[] {(byte) 0xfd, 0x1d}));
        client.write(Update.Type.MODIFY, negative);
        assertThat(client.read(negative)).containsExactly(negative);
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setRegisterEntry(RegisterEntry.getDefaultInstance())
                                        .build()))
                .hasSize(8 + 4)
                .contains(cell, negative);
        refused(
                Update.Type.MODIFY,
                register("I.seen", 0, number(1L << 32)),
                Status.Code.OUT_OF_RANGE,
                "register I.seen: 0x0100000000 does not fit in 32 bits");
    }

    private static Entity register(String name, int index, ByteString value) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(PROGRAM.id(name))
                                .setIndex(Index.newBuilder().setIndex(index))
                                .setData(P4Data.newBuilder().setBitstring(value)))
                .build();
    }
}
