// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/** Channels to a server that answers on its streams but never ends one. */
class ManagedChannelsTest {

    private static final int SWITCHES = 12;
    private static final long WAIT_SECONDS = 30;

    private final ManagedChannels channels = new ManagedChannels();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private Server server;

    @BeforeEach
    void start() throws IOException {
        server =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                        .addService(new EndlessStreams())
                        .build()
                        .start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    /** Waiting for each stream to end by itself would take a multiple of the limit. */
    @Test
    @Timeout(30)
    void closesAllAtOnceAlthoughStreamsAreOpen() throws Exception {
        List<ManagedChannel> open = new ArrayList<>();
        for (int id = 1; id <= SWITCHES; id++) {
            open.add(channelWithStream(id));
        }

        channels.deactivate();

        assertThat(open).allMatch(ManagedChannel::isTerminated);
        for (int id = 1; id <= SWITCHES; id++) {
            assertThat(channels.get(address(id))).isEmpty();
            assertThat(heard.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("end");
        }
    }

    @Test
    void anAddressCanBeUsedAgainOnceItsChannelIsDestroyed() throws Exception {
        ManagedChannel first = channelWithStream(1);

        channels.destroy(address(1));

        assertThat(first.isTerminated()).isTrue();
        assertThat(heard.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("end");
        assertThat(channelWithStream(1)).isNotSameAs(first);
        channels.deactivate();
    }

    private URI address(int id) {
        return URI.create("grpc://127.0.0.1:" + server.getPort() + "?device_id=" + id);
    }

    private ManagedChannel channelWithStream(int id) throws InterruptedException {
        ManagedChannel channel = channels.create(address(id));
        P4RuntimeGrpc.newStub(channel)
                .streamChannel(new Listener())
                .onNext(
                        StreamMessageRequest.newBuilder()
                                .setArbitration(MasterArbitrationUpdate.getDefaultInstance())
                                .build());
        assertThat(heard.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("answer");
        return channel;
    }

    private final class Listener implements StreamObserver<StreamMessageResponse> {
        @Override
        public void onNext(StreamMessageResponse response) {
            heard.add("answer");
        }

        @Override
        public void onError(Throwable failure) {
            heard.add("end");
        }

        @Override
        public void onCompleted() {
            heard.add("completed by the server");
        }
    }

    private static final class EndlessStreams extends P4RuntimeGrpc.P4RuntimeImplBase {
        @Override
        public StreamObserver<StreamMessageRequest> streamChannel(
                StreamObserver<StreamMessageResponse> responses) {
            return new StreamObserver<>() {
                @Override
                public void onNext(StreamMessageRequest request) {
                    responses.onNext(StreamMessageResponse.getDefaultInstance());
                }

                @Override
                public void onError(Throwable failure) {
                    // The client went away; so has the stream.
                }

                @Override
                public void onCompleted() {
                    // Left open: a switch need not hurry.
                }
            };
        }
    }
}
