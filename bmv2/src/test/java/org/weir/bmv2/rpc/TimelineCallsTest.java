// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Context;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.time.Timeline;

class TimelineCallsTest {
    private final AtomicInteger runs = new AtomicInteger();

    /** A timeline on which something happens before each task that is submitted. */
    private static Timeline after(Runnable before) {
        return new Timeline() {
            @Override
            public long nowNs() {
                return 0;
            }

            @Override
            public void schedule(long timeNs, Runnable task) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void submit(Runnable task) {
                before.run();
                task.run();
            }
        };
    }

    @Test
    void aTaskWhoseClientHasGoneMeanwhileIsNotRun() throws Exception {
        try (Context.CancellableContext client = Context.current().withCancellation()) {
            TimelineCalls calls = new TimelineCalls(after(() -> client.cancel(null)));
            RequestException refusal =
                    client.call(
                            () ->
                                    catchThrowableOfType(
                                            RequestException.class,
                                            () -> calls.call(runs::incrementAndGet)));
            assertThat(refusal.code()).isEqualTo(Status.Code.CANCELLED);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void aTaskWhoseClientWaitsIsRunWhereverItCameFrom() throws Exception {
        TimelineCalls calls = new TimelineCalls(after(() -> {}));
        try (Context.CancellableContext client = Context.current().withCancellation()) {
            assertThat(client.call(() -> calls.call(runs::incrementAndGet))).isEqualTo(1);
        }
        assertThat(calls.call(runs::incrementAndGet)).isEqualTo(2);
    }
}
