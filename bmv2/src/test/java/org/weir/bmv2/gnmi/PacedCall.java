// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.weir.gnmi.proto.SubscribeResponse;

/** A subscriber's call that takes messages only while the test lets it. */
final class PacedCall extends ServerCallStreamObserver<SubscribeResponse> {

    private final List<SubscribeResponse> received = new ArrayList<>();
    private Runnable onReady;
    private boolean isReady = true;

    /** Lets messages through or holds them. */
    void setReady(boolean ready) {
        isReady = ready;
        if (ready) {
            onReady.run();
        }
    }

    /** Returns the messages since the last call, which must be so many. */
    List<SubscribeResponse> take(int count) {
        List<SubscribeResponse> taken = takeAll();
        assertThat(taken).hasSize(count);
        return taken;
    }

    /** Returns the messages since the last call. */
    List<SubscribeResponse> takeAll() {
        List<SubscribeResponse> taken = List.copyOf(received);
        received.clear();
        return taken;
    }

    @Override
    public void onNext(SubscribeResponse message) {
        received.add(message);
    }

    @Override
    public void onError(Throwable error) {
        throw new AssertionError(error);
    }

    @Override
    public void onCompleted() {
        // Of a subscription ONCE.
    }

    @Override
    public boolean isReady() {
        return isReady;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
        onReady = handler;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
        // Never cancelled.
    }

    @Override
    public void setCompression(String compression) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void disableAutoInboundFlowControl() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void request(int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setMessageCompression(boolean enable) {
        throw new UnsupportedOperationException();
    }
}
