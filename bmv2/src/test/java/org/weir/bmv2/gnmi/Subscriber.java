// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
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
        StreamObserver<SubscribeRequest> requests = gNMIGrpc.newStub(channel).subscribe(subscriber);
        requests.onNext(
                SubscribeRequest.newBuilder()
                        .setSubscribe(
                                SubscriptionList.newBuilder()
                                        .setMode(mode)
                                        .setEncoding(Encoding.PROTO)
                                        .addSubscription(
                                                Subscription.newBuilder()
                                                        .setPath(Paths.parse(path))
                                                        .setMode(subscriptionMode)
                                                        .setSampleInterval(intervalNs)))
                        .build());
        return subscriber;
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
