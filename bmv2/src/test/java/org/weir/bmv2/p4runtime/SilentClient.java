// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;

/** A client that wants to be the primary and then reads nothing of what it is sent. */
final class SilentClient
        implements AutoCloseable,
                ClientResponseObserver<StreamMessageRequest, StreamMessageResponse> {

    private final ManagedChannel channel;

    SilentClient(int port) {
        channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    void sendElectionId(long electionId) {
        P4RuntimeGrpc.newStub(channel)
                .streamChannel(this)
                .onNext(
                        StreamMessageRequest.newBuilder()
                                .setArbitration(
                                        MasterArbitrationUpdate.newBuilder()
                                                .setDeviceId(Client.DEVICE_ID)
                                                .setElectionId(
                                                        Uint128.newBuilder().setLow(electionId)))
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
