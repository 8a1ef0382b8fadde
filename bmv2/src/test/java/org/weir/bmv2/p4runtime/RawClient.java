// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;

/** Sends requests as bytes, whether or not they are messages. */
public final class RawClient implements AutoCloseable {

    /** Far above what any answer takes; only a failing test waits for it. */
    private static final long TIMEOUT_SECONDS = 20;

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

    private final ManagedChannel channel;

    public RawClient(int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port)
                        .usePlaintext()
                        .maxInboundMetadataSize(1 << 24)
                        .directExecutor()
                        .build();
    }

    /**
     * Makes a call with one request; gives how it was refused once it has ended, null if it was
     * not.
     */
    CompletableFuture<StatusRuntimeException> call(MethodDescriptor<?, ?> method, byte[] request) {
        CompletableFuture<StatusRuntimeException> ended = new CompletableFuture<>();
        ClientCall<byte[], byte[]> call =
                channel.newCall(
                        raw(method, MethodDescriptor.MethodType.SERVER_STREAMING),
                        CallOptions.DEFAULT.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.complete(status.isOk() ? null : status.asRuntimeException(trailers));
                    }
                },
                new Metadata());
        call.request(Integer.MAX_VALUE);
        call.sendMessage(request);
        call.halfClose();
        return ended;
    }

    public Stream stream() {
        return new Stream();
    }

    private static MethodDescriptor<byte[], byte[]> raw(
            MethodDescriptor<?, ?> method, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(method.getFullMethodName())
                .setRequestMarshaller(BYTES)
                .setResponseMarshaller(BYTES)
                .build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    /** A stream channel. */
    public final class Stream {

        private final ClientCall<byte[], byte[]> call =
                channel.newCall(
                        raw(
                                P4RuntimeGrpc.getStreamChannelMethod(),
                                MethodDescriptor.MethodType.BIDI_STREAMING),
                        CallOptions.DEFAULT);
        private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

        private Stream() {
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(byte[] message) {
                            received.add(message);
                            call.request(1);
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            received.add(status);
                        }
                    },
                    new Metadata());
            call.request(1);
        }

        public void send(byte[] message) {
            call.sendMessage(message);
        }

        /** The server's next message, or the status that it has ended the stream with. */
        public Object next() throws Exception {
            Object next = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("a message or the end of the stream").isNotNull();
            return next instanceof byte[] bytes ? StreamMessageResponse.parseFrom(bytes) : next;
        }

        void cancel() {
            call.cancel("no longer of use", null);
        }
    }
}
