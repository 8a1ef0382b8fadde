// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages on their way to one client. A sender never waits for the client, nor for the message to
 * be serialised: messages that the client does not take fast enough are queued up to a bound, and
 * beyond the bound dropped and counted, or, where a message may not be dropped, the client's stream
 * is ended. All methods may be called from any thread.
 *
 * @param <T> the message
 */
public final class Outbox<T> {

    private final ServerCallStreamObserver<T> observer;
    private final Executor executor;
    private final int capacity;
    private final Runnable onCutOff;
    private final Queue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean isCutOff = new AtomicBoolean();
    private final Object writing = new Object();
    private volatile Status failure;
    private volatile boolean ending;
    private volatile boolean closed;

    /**
     * An outbox in front of a stream. To be made in the call that opens the stream.
     *
     * @param executor serialises messages
     * @param capacity most messages that wait
     * @param onCutOff called once, within {@link #put}, if the client is cut off
     */
    public Outbox(
            ServerCallStreamObserver<T> observer,
            Executor executor,
            int capacity,
            Runnable onCutOff) {
        this.observer = observer;
        this.executor = executor;
        this.capacity = capacity;
        this.onCutOff = onCutOff;
        observer.setOnReadyHandler(this::drain);
    }

    /** Sends a message that may be lost; returns whether it was taken. */
    public boolean offer(T message) {
        return enqueue(message, capacity);
    }

    /**
     * Sends a message that may not be lost. A client so far behind that there is no room is cut
     * off.
     */
    public void put(T message) {
        // Its own share of the queue, so that messages that may be lost never leave it without
        // room.
        if (!enqueue(message, 2 * capacity) && isOpen() && isCutOff.compareAndSet(false, true)) {
            fail(
                    Status.RESOURCE_EXHAUSTED.withDescription(
                            "the client reads too slowly: " + 2 * capacity + " messages wait"));
            onCutOff.run();
        }
    }

    private boolean isOpen() {
        return !closed && !ending && failure == null;
    }

    /** Ends the stream with an error at once; waiting messages are dropped. */
    public void fail(Status status) {
        failure = status;
        startDraining();
    }

    /** Ends the stream once all waiting messages have been sent. */
    public void complete() {
        ending = true;
        startDraining();
    }

    /** Forgets the client, which has gone. */
    public void abandon() {
        closed = true;
        queue.clear();
    }

    /** Messages that were dropped. */
    public long dropped() {
        return dropped.get();
    }

    private boolean enqueue(T message, int limit) {
        if (!isOpen()) {
            dropped.incrementAndGet();
            return false;
        }
        if (waiting.incrementAndGet() > limit) {
            waiting.decrementAndGet();
            dropped.incrementAndGet();
            return false;
        }
        queue.add(message);
        startDraining();
        return true;
    }

    private void startDraining() {
        if (scheduled.compareAndSet(false, true)) {
            executor.execute(this::drain);
        }
    }

    private void drain() {
        scheduled.set(false);
        synchronized (writing) {
            while (!closed && failure == null && observer.isReady()) {
                T message = queue.poll();
                if (message == null) {
                    break;
                }
                waiting.decrementAndGet();
                observer.onNext(message);
            }
            if (closed) {
                return;
            }
            if (failure != null) {
                closed = true;
                queue.clear();
                observer.onError(failure.asRuntimeException());
            } else if (ending && queue.isEmpty()) {
                closed = true;
                observer.onCompleted();
            }
        }
    }
}
