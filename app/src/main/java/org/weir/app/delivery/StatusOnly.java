// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Reads the status of an answer and no body, however long that is: the connection of an answer with
 * a body is closed.
 */
final class StatusOnly implements BodyHandler<Void> {

    @Override
    public BodySubscriber<Void> apply(ResponseInfo info) {
        return new NoBody();
    }

    private static final class NoBody implements BodySubscriber<Void> {
        @Override
        public CompletionStage<Void> getBody() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            // Nothing was asked for.
        }

        @Override
        public void onError(Throwable error) {
            // The status is known already.
        }

        @Override
        public void onComplete() {
            // There was no body.
        }
    }
}
