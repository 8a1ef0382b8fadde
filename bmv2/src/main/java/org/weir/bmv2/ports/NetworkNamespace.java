// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A named network namespace, as {@code ip netns add} makes them. A port that is opened in it stays
 * in it.
 */
public final class NetworkNamespace {

    private static final Path FOLDER = Path.of("/var/run/netns");

    private NetworkNamespace() {}

    /**
     * Runs a task in a namespace, on a thread of its own, and waits for its end.
     *
     * @param namespace its name
     * @param task the task, such as {@code () -> PacketSocketPort.open("v1")}
     * @throws IOException if there is no such namespace, the process may not enter it (root, or
     *     CAP_SYS_ADMIN), or the task ends with one
     */
    public static <T> T call(String namespace, Callable<T> task) throws IOException {
        Libc.require();
        FutureTask<T> run =
                new FutureTask<>(
                        () -> {
                            enter(namespace);
                            return task.call();
                        });
        // The thread is never used for anything else: it stays in the namespace until it ends.
        Thread thread = new Thread(run, "netns-" + namespace);
        thread.setDaemon(true);
        thread.start();
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("network namespace " + namespace + ": interrupted", e);
        }
    }

    private static void enter(String namespace) throws IOException {
        if (namespace.isEmpty() || namespace.contains("/")) {
            throw new IOException("network namespace '" + namespace + "': no such name");
        }
        int fd = Libc.open(FOLDER.resolve(namespace).toString(), Libc.O_CLOEXEC);
        if (fd < 0) {
            throw Libc.failure("network namespace " + namespace);
        }
        int result = Libc.setns(fd, Libc.CLONE_NEWNET);
        IOException failure = result < 0 ? Libc.failure("network namespace " + namespace) : null;
        Libc.close(fd);
        if (failure != null) {
            throw failure;
        }
    }
}
