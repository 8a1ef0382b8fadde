// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.weir.gnmi.proto.Encoding;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Subscription;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.gNMIGrpc;

/** A client's subscription to one path, and what it has received. */
final class Subscriber implements StreamObserver<SubscribeResponse> {

    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

    private Subscriber() {}

    static Subscriber to(
            Channel channel,
            SubscriptionList.Mode mode,
            String path,
            SubscriptionMode subscriptionMode,
            long intervalNs) {
        Subscriber subscriber = new Subscriber();
        gNMIGrpc.newStub(channel)
                .subscribe(subscriber)
                .onNext(request(mode, path, subscriptionMode, intervalNs));
        return subscriber;
    }

    /** Subscribes to each change, and reads nothing of what it is sent. */
    static void silent(Channel channel, String path) {
        gNMIGrpc.newStub(channel)
                .subscribe(new Silent())
                .onNext(request(SubscriptionList.Mode.STREAM, path, SubscriptionMode.ON_CHANGE, 0));
    }

    private static SubscribeRequest request(
            SubscriptionList.Mode mode,
            String path,
            SubscriptionMode subscriptionMode,
            long intervalNs) {
        return SubscribeRequest.newBuilder()
                .setSubscribe(
                        SubscriptionList.newBuilder()
                                .setMode(mode)
                                .setEncoding(Encoding.PROTO)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(Paths.parse(path))
                                                .setMode(subscriptionMode)
                                                .setSampleInterval(intervalNs)))
                .build();
    }

    /** Asks for no message. */
    private static final class Silent
            implements ClientResponseObserver<SubscribeRequest, SubscribeResponse> {
        @Override
        public void beforeStart(ClientCallStreamObserver<SubscribeRequest> call) {
            call.disableAutoRequestWithInitial(0);
        }

        @Override
        public void onNext(SubscribeResponse response) {
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
    }

    @Override
    public void onNext(SubscribeResponse response) {
        received.add(response);
    }

    @Override
    public void onError(Throwable error) {
        received.add(error.toString());
    }

    @Override
    public void onCompleted() {
        received.add("completed");
    }

    SubscribeResponse next() throws InterruptedException {
        Object next = received.poll(20, TimeUnit.SECONDS);
        assertThat(next).isInstanceOf(SubscribeResponse.class);
        return (SubscribeResponse) next;
    }

    /** Number of messages that have arrived and that no test has taken. */
    int untaken() {
        return received.size();
    }

    String nextEnd() throws InterruptedException {
        Object next = received.poll(20, TimeUnit.SECONDS);
        assertThat(next).isInstanceOf(String.class);
        return (String) next;
    }
}
