// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Whole requests whose bytes on the wire were damaged at random: each is answered, none is the
 * server's own fault, and what is refused as a whole changes nothing. How many is told by the
 * system property {@code weir.mangledRequests}.
 */
class MangledRequestsTest extends ServedTest {

    private static final int REQUESTS = Integer.getInteger("weir.mangledRequests", 3000);
    private static final int REQUESTS_PER_CHECK = 100;

    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(byte[] value) {
                    return new ByteArrayInputStream(value);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return stream.readAllBytes();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    private final Random random = new Random(42);

    @Test
    void writesAndReads() {
        Uint128 id = Uint128.newBuilder().setLow(10).build();
        int refused = 0;
        for (int i = 0; i < REQUESTS; i++) {
            Entity sample = entity(PROGRAM.randomAcl(random, 1 + random.nextInt(40)));
            WriteRequest write =
                    WriteRequest.newBuilder()
                            .setDeviceId(Client.DEVICE_ID)
                            .setElectionId(id)
                            .setAtomicity(WriteRequest.Atomicity.ROLLBACK_ON_ERROR)
                            .addUpdates(
                                    Client.update(
                                            Update.Type.forNumber(1 + random.nextInt(3)), sample))
                            .addUpdates(
                                    Client.update(
                                            Update.Type.INSERT,
                                            entity(PROGRAM.route(random.nextInt() & ~0xff, 24, 1))))
                            .build();
            boolean taken =
                    answered(
                            P4RuntimeGrpc.getWriteMethod(),
                            WriteRequest.parser(),
                            mangle(write.toByteArray()));
            ReadRequest read =
                    ReadRequest.newBuilder()
                            .setDeviceId(Client.DEVICE_ID)
                            .addEntities(sample)
                            .addEntities(entity(TableEntry.getDefaultInstance()))
                            .build();
            answered(
                    P4RuntimeGrpc.getReadMethod(),
                    ReadRequest.parser(),
                    mangle(read.toByteArray()));
            refused += taken ? 0 : 1;
            // Reading all of the state is dear, so only now and then.
            if (i % REQUESTS_PER_CHECK == 0) {
                Set<Entity> before = state();
                if (!answered(
                        P4RuntimeGrpc.getWriteMethod(),
                        WriteRequest.parser(),
                        mangle(write.toByteArray()))) {
                    assertThat(state()).isEqualTo(before);
                }
            }
        }
        assertThat(refused).isBetween(REQUESTS / 4, REQUESTS);
        client.push(PROGRAM.config(2));
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        assertThat(client.readTable("I.routes")).hasSize(1);
    }

    @Test
    void pipelines() {
        byte[] push =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(Client.DEVICE_ID)
                        .setElectionId(Uint128.newBuilder().setLow(10))
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY)
                        .setConfig(PROGRAM.config(2))
                        .build()
                        .toByteArray();
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        Set<Entity> before = state();
        for (int i = 0; i < REQUESTS / 30; i++) {
            byte[] mangled = push.clone();
            // Near the start, where the P4Info is, and anywhere.
            for (int changes = 0; changes < 4; changes++) {
                int range = random.nextBoolean() ? 6000 : mangled.length;
                // Not the first bytes, which tell who asks for what.
                mangled[12 + random.nextInt(range - 12)] = (byte) random.nextInt();
            }
            answered(
                    P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                    SetForwardingPipelineConfigRequest.parser(),
                    mangled);
        }
        assertThat(state()).isEqualTo(before);
    }

    /** Sends a request, and tells whether it was accepted; fails if it was not answered well. */
    private boolean answered(MethodDescriptor<?, ?> method, Parser<?> parser, byte[] request) {
        boolean parses = true;
        try {
            parser.parseFrom(request);
        } catch (InvalidProtocolBufferException e) {
            parses = false;
        }
        try {
            ClientCalls.blockingServerStreamingCall(
                            client.channel,
                            MethodDescriptor.<byte[], byte[]>newBuilder()
                                    .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                                    .setFullMethodName(method.getFullMethodName())
                                    .setRequestMarshaller(BYTES)
                                    .setResponseMarshaller(BYTES)
                                    .build(),
                            CallOptions.DEFAULT,
                            request)
                    .forEachRemaining(response -> {});
            return true;
        } catch (StatusRuntimeException e) {
            if (!parses) {
                return false;
            }
            assertThat(e.getStatus().getCode())
                    .as(e.toString())
                    .isNotIn(Status.Code.INTERNAL, Status.Code.UNAVAILABLE, Status.Code.CANCELLED);
            if (e.getStatus().getCode() == Status.Code.UNKNOWN) {
                assertThat(Client.details(e))
                        .allSatisfy(
                                detail ->
                                        assertThat(detail.getCanonicalCode())
                                                .as(detail.getMessage())
                                                .isNotEqualTo(Status.Code.INTERNAL.value()));
            }
            return false;
        }
    }

    private Set<Entity> state() {
        return new HashSet<>(
                client.read(
                        entity(TableEntry.getDefaultInstance()),
                        entity(TableEntry.newBuilder().setIsDefaultAction(true).build())));
    }

    /** Changes, removes or repeats a few bytes. */
    private byte[] mangle(byte[] request) {
        byte[] bytes = request.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = java.util.Arrays.copyOf(bytes, at);
                default -> {
                    byte[] longer = new byte[bytes.length + 1];
                    System.arraycopy(bytes, 0, longer, 0, at);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }
}
