// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;

/** A client that wants to be the primary and then reads nothing of what it is sent. */
final class SilentClient
        implements AutoCloseable,
                ClientResponseObserver<StreamMessageRequest, StreamMessageResponse> {

    private static final int WINDOW_BYTES = 65_535;

    private final ManagedChannel channel;
    private StreamObserver<StreamMessageRequest> stream;

    SilentClient(int port) {
        // The less it takes unread, the sooner the switch has to keep messages.
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port)
                        .usePlaintext()
                        .flowControlWindow(WINDOW_BYTES)
                        .build();
    }

    /** Asks to be the primary; the switch answers each time. */
    void sendElectionId(long electionId) {
        if (stream == null) {
            stream = P4RuntimeGrpc.newStub(channel).streamChannel(this);
        }
        stream.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(Client.DEVICE_ID)
                                        .setElectionId(Uint128.newBuilder().setLow(electionId)))
                        .build());
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<StreamMessageRequest> call) {
        call.disableAutoRequestWithInitial(0);
    }

    @Override
    public void onNext(StreamMessageResponse message) {
        throw new AssertionError("Nothing was asked for");
    }

    @Override
    public void onError(Throwable error) {
        // The channel has been closed.
    }

    @Override
    public void onCompleted() {
        // The channel has been closed.
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
