// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

import io.grpc.Context;
import io.grpc.Status;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.time.Timeline;

/**
 * Runs what a client asked for on the timeline's thread, as one task that no packet can come
 * between, and waits.
 */
public final class TimelineCalls {

    /** Longest wait, in wall-clock seconds; a timeline that takes longer is taken to be stopped. */
    private static final long TIMEOUT_SECONDS = 60;

    private final Timeline timeline;

    /** Calls onto a timeline. */
    public TimelineCalls(Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * Runs a task on the timeline's thread and gives back its result. Must not be called on that
     * thread. A task whose client has gone, or no longer waits, when its turn comes is not run: a
     * slow switch would otherwise do ever more work that nobody asks for any more.
     *
     * @throws RequestException if the task was refused, if its client no longer waits, or if the
     *     switch does not answer
     */
    public <T> T call(Supplier<T> task) {
        Context client = Context.current();
        try {
            return timeline.call(
                            () -> {
                                requireWanted(client);
                                return task.get();
                            })
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RequestException refusal) {
                throw refusal;
            }
            if (e.getCause() instanceof ControlException refusal) {
                throw RequestException.of(refusal);
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new RequestException(
                    Status.Code.UNAVAILABLE,
                    "the switch did not take the request within " + TIMEOUT_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(Status.Code.UNAVAILABLE, "the server is stopping");
        }
    }

    /**
     * Ends a call whose client has gone or no longer waits.
     *
     * @param client the call's context
     * @throws RequestException in that case
     */
    public static void requireWanted(Context client) {
        if (client.isCancelled()) {
            throw new RequestException(Status.Code.CANCELLED, "the client no longer waits");
        }
    }
}
