// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks a command to end, and ends its process with the exit code that the command gives, whoever
 * asked: the command's own input, SIGINT, SIGTERM or SIGHUP. Thread-safe.
 *
 * <p>A signal begins the JVM's shutdown, whose exit code is 128 and the signal's number, and which
 * {@link System#exit} cannot change any more. So a shutdown hook waits until the command has ended
 * and halts the JVM with the command's exit code.
 *
 * <p>A JVM that was started with SIGINT ignored goes on to ignore it.
 */
final class EndRequest {
    /** Time in which a command must end after a signal, s. */
    static final long GRACE_SECONDS = 40;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean signalled;
    private volatile int exitCode;

    /** Takes signals from now on; {@link #exit} must follow. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "end-request"));
    }

    /** Asks for the end. */
    void request() {
        requested.countDown();
    }

    boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Whether a signal asked for the end. */
    boolean isSignalled() {
        return signalled;
    }

    /** Waits for the request; whether it has come. */
    boolean await(long milliseconds) throws InterruptedException {
        return requested.await(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** The command has ended: ends the process. Does not return. */
    void exit(int exitCode) {
        this.exitCode = exitCode;
        ended.countDown();
        System.exit(exitCode);
    }

    private void onShutdown() {
        if (ended.getCount() == 0) {
            return;
        }
        signalled = true;
        requested.countDown();
        try {
            if (ended.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
                System.out.flush();
                System.err.flush();
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
