// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Turns gRPC's callbacks into futures. */
final class Rpc {

    private Rpc() {}

    /** Collects every message of the answer; completes when the server ends it. */
    static final class Collector<T> implements StreamObserver<T> {

        private final List<T> messages = new ArrayList<>();
        private final CompletableFuture<List<T>> future = new CompletableFuture<>();

        CompletableFuture<List<T>> future() {
            return future;
        }

        @Override
        public void onNext(T message) {
            messages.add(message);
        }

        @Override
        public void onError(Throwable error) {
            future.completeExceptionally(error);
        }

        @Override
        public void onCompleted() {
            future.complete(messages);
        }
    }

    /**
     * True if a request failed because there is no connection to the switch.
     *
     * @param error failure of a request; null if it succeeded
     */
    static boolean isContactLost(Throwable error) {
        return error != null && Status.fromThrowable(error).getCode() == Status.Code.UNAVAILABLE;
    }

    /**
     * Describes in one line the reason for which a call failed.
     *
     * @param error the error that gRPC reported
     * @return code, description and the root cause's message where it adds something
     */
    static String explain(Throwable error) {
        Status status = Status.fromThrowable(error);
        StringBuilder text = new StringBuilder(status.getCode().name());
        if (status.getDescription() != null) {
            text.append(": ").append(status.getDescription());
        }
        Throwable cause = status.getCause();
        while (cause != null && cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        if (cause != null && cause.getMessage() != null) {
            text.append(" (").append(cause.getMessage()).append(')');
        }
        return text.toString();
    }
}
