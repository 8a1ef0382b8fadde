// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigRequest;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigResponse;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.ReadResponse;
import org.weir.tofino.bfrt.proto.StreamMessageRequest;
import org.weir.tofino.bfrt.proto.StreamMessageResponse;
import org.weir.tofino.bfrt.proto.WriteRequest;
import org.weir.tofino.bfrt.proto.WriteResponse;

/**
 * A BF Runtime server that passes every call on to another server, and notes each write and read
 * with its answer.
 */
final class RecordingProxy implements AutoCloseable {
    private static final int MAX_BYTES = 256 << 20;
    private static final int CLOSE_S = 10;

    private final ManagedChannel channel;
    private final Server server;
    private final List<String> lines = new ArrayList<>();
    private final CallText text;

    /**
     * Starts on any port of loopback.
     *
     * @param behind the server that answers
     * @param text names of its tables
     */
    RecordingProxy(BfRtAddress behind, CallText text) throws IOException {
        this.text = text;
        channel =
                NettyChannelBuilder.forAddress(behind.host(), behind.port())
                        .usePlaintext()
                        .maxInboundMessageSize(MAX_BYTES)
                        .build();
        server =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                        .addService(new Service())
                        .build()
                        .start();
    }

    /** Address of the proxy for a client of the given id. */
    BfRtAddress address(int clientId) {
        return new BfRtAddress("127.0.0.1", server.getPort(), 0, clientId);
    }

    /** Requests, each on a line that begins with {@code >}, and answers, with {@code <}. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Adds a line for the reader. */
    synchronized void remark(String remark) {
        lines.add("# " + remark);
    }

    private synchronized void note(ObjectNode request, ObjectNode answer) {
        lines.add("> " + request);
        lines.add("< " + answer);
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination(CLOSE_S, TimeUnit.SECONDS);
        channel.shutdownNow().awaitTermination(CLOSE_S, TimeUnit.SECONDS);
    }

    private final class Service extends BfRuntimeGrpc.BfRuntimeImplBase {
        private final BfRuntimeGrpc.BfRuntimeBlockingStub behind =
                BfRuntimeGrpc.newBlockingStub(channel);

        @Override
        public StreamObserver<StreamMessageRequest> streamChannel(
                StreamObserver<StreamMessageResponse> answers) {
            return BfRuntimeGrpc.newStub(channel).streamChannel(answers);
        }

        @Override
        public void getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest request,
                StreamObserver<GetForwardingPipelineConfigResponse> answers) {
            answers.onNext(behind.getForwardingPipelineConfig(request));
            answers.onCompleted();
        }

        @Override
        public void write(WriteRequest request, StreamObserver<WriteResponse> answers) {
            ObjectNode asked = text.write(request);
            try {
                WriteResponse answer = behind.write(request);
                note(asked, text.answer(List.of()));
                answers.onNext(answer);
                answers.onCompleted();
            } catch (StatusRuntimeException e) {
                note(asked, CallText.failed(text.answer(List.of()), e));
                answers.onError(e);
            }
        }

        @Override
        public void read(ReadRequest request, StreamObserver<ReadResponse> answers) {
            ObjectNode asked = text.read(request);
            List<ReadResponse> found = new ArrayList<>();
            try {
                behind.read(request).forEachRemaining(found::add);
                note(asked, text.answer(found));
                found.forEach(answers::onNext);
                answers.onCompleted();
            } catch (StatusRuntimeException e) {
                note(asked, CallText.failed(text.answer(found), e));
                found.forEach(answers::onNext);
                answers.onError(e);
            }
        }
    }
}
