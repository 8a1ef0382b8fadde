// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.util.Random;
import java.util.function.Consumer;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestListAck;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;

/** Two streams that send bursts of damaged messages: that of a role's primary, and of a backup. */
final class MangledStreams {
    static final int MESSAGES_PER_BURST = 25;

    private static final Role ROLE = Role.newBuilder().setName("mangler").build();

    private final RawClient raw;
    private final Random random;
    private final Damage damage;
    private final Consumer<Boolean> outcome;
    private RawClient.Stream backup;
    private RawClient.Stream mangler;
    private int bursts;

    /**
     * Streams that are opened when they are first used.
     *
     * @param outcome is given whether a burst was answered; false: the stream was ended
     */
    MangledStreams(RawClient raw, Random random, Damage damage, Consumer<Boolean> outcome) {
        this.raw = raw;
        this.random = random;
        this.damage = damage;
        this.outcome = outcome;
    }

    /** Messages on a stream, the last of which must be answered unless the stream is ended. */
    void burst() throws Exception {
        boolean asBackup = random.nextBoolean();
        RawClient.Stream stream = asBackup ? backup : mangler;
        if (stream == null) {
            stream = open(asBackup);
        }
        for (int i = 0; i < MESSAGES_PER_BURST; i++) {
            StreamMessageRequest message = streamMessage(asBackup);
            // A stream ends with the first message that is none.
            stream.send(
                    random.nextInt(2 * MESSAGES_PER_BURST) == 0
                            ? damage.bytes(message.toByteArray())
                            : damage.message(message).toByteArray());
        }
        String mark = "burst " + ++bursts;
        stream.send(
                StreamMessageRequest.newBuilder()
                        .setPacket(
                                PacketOut.newBuilder()
                                        .setPayload(ByteString.copyFromUtf8(mark))
                                        .addMetadata(PacketMetadata.newBuilder().setMetadataId(9)))
                        .build()
                        .toByteArray());
        while (true) {
            Object next = stream.next();
            if (next instanceof Status ended) {
                assertThat(ended.getCode()).as(ended.toString()).isIn(Answer.REFUSALS);
                outcome.accept(false);
                stream = null;
                break;
            }
            StreamMessageResponse message = (StreamMessageResponse) next;
            if (message.hasError()) {
                assertThat(Status.fromCodeValue(message.getError().getCanonicalCode()).getCode())
                        .as(message.toString())
                        .isIn(Answer.REFUSALS);
                ByteString payload = message.getError().getPacketOut().getPacketOut().getPayload();
                if (payload.toStringUtf8().equals(mark)) {
                    outcome.accept(true);
                    break;
                }
            }
        }
        if (asBackup) {
            backup = stream;
        } else {
            mangler = stream;
        }
    }

    /** Opens a stream; that of the mangler's role becomes its primary. */
    private RawClient.Stream open(boolean asBackup) throws Exception {
        StreamMessageRequest arbitration =
                StreamMessageRequest.newBuilder().setArbitration(arbitration(asBackup)).build();
        RawClient.Stream stream = raw.stream();
        stream.send(arbitration.toByteArray());
        Object answer = stream.next();
        assertThat(answer).isInstanceOf(StreamMessageResponse.class);
        assertThat(((StreamMessageResponse) answer).getArbitration().getStatus().getCode())
                .isEqualTo((asBackup ? Status.Code.ALREADY_EXISTS : Status.Code.OK).value());
        return stream;
    }

    private static MasterArbitrationUpdate arbitration(boolean asBackup) {
        MasterArbitrationUpdate.Builder update =
                MasterArbitrationUpdate.newBuilder().setDeviceId(Client.DEVICE_ID);
        return asBackup
                ? update.setElectionId(Uint128.newBuilder().setLow(5)).build()
                : update.setElectionId(MangledRequestsTest.HIGHEST).setRole(ROLE).build();
    }

    private StreamMessageRequest streamMessage(boolean asBackup) {
        StreamMessageRequest.Builder message = StreamMessageRequest.newBuilder();
        switch (random.nextInt(50)) {
            case 0 -> message.setArbitration(arbitration(asBackup));
            case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ->
                    message.setDigestAck(
                            DigestListAck.newBuilder()
                                    .setDigestId(MangledRequestsTest.PROGRAM.id("learn_t"))
                                    .setListId(random.nextInt(3)));
            case 11, 12, 13 ->
                    message.getOtherBuilder().setTypeUrl("type.googleapis.com/no.such.Message");
            default ->
                    message.setPacket(
                            PacketOut.newBuilder()
                                    .setPayload(ByteString.copyFrom(MangledRequestsTest.FRAME))
                                    .addMetadata(
                                            PacketMetadata.newBuilder()
                                                    .setMetadataId(1)
                                                    .setValue(Program.number(random.nextInt(6)))));
        }
        return message.build();
    }
}
