// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4StructLike;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestListAck;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** Packets to and from clients, and digests. */
class PacketIoTest extends ServedTest {

    private static final byte[] FRAME =
            HexFormat.of().parseHex("020000000002020000000001" + "0800" + "00".repeat(46));
    private static final byte[] ARP =
            HexFormat.of().parseHex("ffffffffffff020000000001" + "0806" + "00".repeat(46));

    @Test
    void packetOutLeavesByThePortOfItsMetadata() throws Exception {
        client.send(packetOut(3, FRAME));
        assertThat(bench.nextSent(3)).isEqualTo(FRAME);
        // Padding may be given, too.
        PacketOut withPadding =
                packetOut(2, FRAME).getPacket().toBuilder().addMetadata(metadata(2, 0)).build();
        client.send(StreamMessageRequest.newBuilder().setPacket(withPadding).build());
        assertThat(bench.nextSent(2)).isEqualTo(FRAME);
    }

    @Test
    void packetInHasTheHeadersFieldsAsMetadata() throws Exception {
        client.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")));
        bench.receive(4, FRAME);
        StreamMessageResponse message = client.next();
        assertThat(message.getPacket().getPayload()).isEqualTo(ByteString.copyFrom(FRAME));
        assertThat(message.getPacket().getMetadataList())
                .containsExactly(metadata(1, 4), metadata(2, 0));
    }

    @Test
    void packetInGoesToThePrimaryOnly() throws Exception {
        client.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")));
        try (Client higher = Client.primary(bench.port(), 11)) {
            assertThat(client.nextArbitration()).isEqualTo(Status.Code.ALREADY_EXISTS);
            bench.receive(4, FRAME);
            assertThat(higher.next().hasPacket()).isTrue();
            client.send(packetOut(3, FRAME));
            StreamMessageResponse error = client.next();
            assertThat(error.getError().getCanonicalCode())
                    .isEqualTo(Status.Code.PERMISSION_DENIED.value());
            assertThat(error.getError().getPacketOut().getPacketOut())
                    .isEqualTo(packetOut(3, FRAME).getPacket());
        }
    }

    @Test
    void wrongMetadataAreReportedAndTheStreamGoesOn() throws Exception {
        String[] messages = {
            "packet_out, metadata egress_port: not given",
            "packet_out: no metadata has id 7",
            "packet_out, metadata egress_port: given twice",
            "packet_out, metadata egress_port: 0x0200 does not fit in 9 bits"
        };
        List<PacketOut> packets =
                List.of(
                        PacketOut.getDefaultInstance(),
                        PacketOut.newBuilder().addMetadata(metadata(7, 1)).build(),
                        PacketOut.newBuilder()
                                .addMetadata(metadata(1, 1))
                                .addMetadata(metadata(1, 1))
                                .build(),
                        PacketOut.newBuilder().addMetadata(metadata(1, 512)).build());
        for (int i = 0; i < messages.length; i++) {
            client.send(StreamMessageRequest.newBuilder().setPacket(packets.get(i)).build());
            StreamMessageResponse error = client.next();
            assertThat(error.getError().getCanonicalCode())
                    .isEqualTo(Status.Code.INVALID_ARGUMENT.value());
            assertThat(error.getError().getMessage()).isEqualTo(messages[i]);
        }
        client.send(packetOut(3, FRAME));
        assertThat(bench.nextSent(3)).isEqualTo(FRAME);
    }

    @Test
    void clientThatDoesNotReadHoldsUpNobody() throws Exception {
        client.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")));
        try (SilentClient silent = new SilentClient(bench.port());
                Client backup = new Client(bench.port(), 11)) {
            silent.sendElectionId(12);
            assertThat(client.nextArbitration()).isEqualTo(Status.Code.ALREADY_EXISTS);
            byte[] large =
                    HexFormat.of()
                            .parseHex("020000000002020000000001" + "0800" + "00".repeat(1400));
            int packets = 0;
            while (bench.server().droppedMessages() == 0) {
                bench.receive(4, large);
                assertThat(++packets).isLessThan(1_000_000);
            }
            // The switch still forwards, and others are still answered.
            backup.openStream();
            assertThat(backup.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
            assertThat(backup.readTable("I.acl")).hasSize(1);
        }
        assertThat(client.nextArbitration()).isEqualTo(Status.Code.NOT_FOUND);
    }

    /** Answers may not be lost, so that a client which takes none of many loses its stream. */
    @Test
    void clientThatIsCutOffIsThePrimaryNoLonger() throws Exception {
        try (SilentClient silent = new SilentClient(bench.port())) {
            Status.Code told = Status.Code.OK;
            for (int i = 0; i < 50_000 && told != Status.Code.NOT_FOUND; i++) {
                silent.sendElectionId(12);
                // The other client is told each time, too.
                told = client.nextArbitration();
            }
            assertThat(told).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(bench.server().connectedClients()).isEqualTo(1);
        }
    }

    @Test
    void digests() throws Exception {
        bench.receive(2, ARP);
        int id = PROGRAM.id("learn_t");
        Entity entry =
                Entity.newBuilder()
                        .setDigestEntry(
                                DigestEntry.newBuilder()
                                        .setDigestId(id)
                                        .setConfig(
                                                DigestEntry.Config.newBuilder()
                                                        .setMaxListSize(1)
                                                        .setAckTimeoutNs(3_600_000_000_000L)))
                        .build();
        client.write(Update.Type.INSERT, entry);
        assertThat(client.read(entry)).containsExactly(entry);
        bench.receive(3, ARP);
        StreamMessageResponse first = client.next();
        assertThat(first.getDigest().getDigestId()).isEqualTo(id);
        assertThat(first.getDigest().getDataList()).containsExactly(learned(0x020000000001L, 3));
        // Not sent again before it is acknowledged; another is.
        bench.receive(3, ARP);
        bench.receive(4, ARP);
        assertThat(client.next().getDigest().getDataList())
                .containsExactly(learned(0x020000000001L, 4));
        client.send(
                StreamMessageRequest.newBuilder()
                        .setDigestAck(
                                DigestListAck.newBuilder()
                                        .setDigestId(id)
                                        .setListId(first.getDigest().getListId()))
                        .build());
        // Anything answered on the stream shows that the acknowledgement was taken.
        assertThat(client.arbitrate()).isEqualTo(Status.Code.OK);
        bench.receive(3, ARP);
        assertThat(client.next().getDigest().getDataList())
                .containsExactly(learned(0x020000000001L, 3));
    }

    @Test
    void digestsWaitForTheLongestTimeAndForAWriteThatIsTakenBack() throws Exception {
        Entity entry = digestEntry(2, Long.MAX_VALUE);
        client.write(Update.Type.INSERT, entry);
        bench.receive(3, ARP);
        client.failingWrite(
                WriteRequest.Atomicity.ROLLBACK_ON_ERROR,
                Client.update(Update.Type.DELETE, entry),
                Client.update(Update.Type.DELETE, entry));
        bench.receive(4, ARP);
        assertThat(client.next().getDigest().getDataList())
                .containsExactly(learned(0x020000000001L, 3), learned(0x020000000001L, 4));
    }

    @Test
    void aConfigThatIsTakenBackSendsNoDigests() throws Exception {
        Entity entry = digestEntry(2, Long.MAX_VALUE);
        client.write(Update.Type.INSERT, entry);
        for (WriteRequest.Atomicity atomicity :
                List.of(
                        WriteRequest.Atomicity.ROLLBACK_ON_ERROR,
                        WriteRequest.Atomicity.DATAPLANE_ATOMIC)) {
            bench.receive(3, ARP);
            client.failingWrite(
                    atomicity,
                    Client.update(Update.Type.MODIFY, digestEntry(1, 0)),
                    Client.update(Update.Type.INSERT, entry));
            bench.receive(4, ARP);
            assertThat(client.next().getDigest().getDataList())
                    .containsExactly(learned(0x020000000001L, 3), learned(0x020000000001L, 4));
        }
    }

    @Test
    void whatWaitsEndsWithItsEntryAndListsHaveNewNumbers() throws Exception {
        Entity entry = digestEntry(2, 3_600_000_000_000L);
        client.write(Update.Type.INSERT, entry);
        bench.receive(3, ARP);
        bench.receive(4, ARP);
        long first = client.next().getDigest().getListId();
        bench.receive(2, ARP);
        client.write(Update.Type.DELETE, entry);
        client.write(Update.Type.INSERT, entry);
        bench.receive(3, ARP);
        bench.receive(4, ARP);
        StreamMessageResponse second = client.next();
        assertThat(second.getDigest().getDataList())
                .containsExactly(learned(0x020000000001L, 3), learned(0x020000000001L, 4));
        assertThat(second.getDigest().getListId()).isNotEqualTo(first);
    }

    private static Entity digestEntry(int maxListSize, long maxTimeoutNs) {
        return Entity.newBuilder()
                .setDigestEntry(
                        DigestEntry.newBuilder()
                                .setDigestId(PROGRAM.id("learn_t"))
                                .setConfig(
                                        DigestEntry.Config.newBuilder()
                                                .setMaxListSize(maxListSize)
                                                .setMaxTimeoutNs(maxTimeoutNs)))
                .build();
    }

    private static P4Data learned(long address, int port) {
        return P4Data.newBuilder()
                .setStruct(
                        P4StructLike.newBuilder()
                                .addMembers(
                                        P4Data.newBuilder().setBitstring(Program.number(address)))
                                .addMembers(P4Data.newBuilder().setBitstring(Program.number(port))))
                .build();
    }

    private static StreamMessageRequest packetOut(int port, byte[] frame) {
        return StreamMessageRequest.newBuilder()
                .setPacket(
                        PacketOut.newBuilder()
                                .setPayload(ByteString.copyFrom(frame))
                                .addMetadata(metadata(1, port)))
                .build();
    }

    private static PacketMetadata metadata(int id, int value) {
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(Program.number(value))
                .build();
    }
}
