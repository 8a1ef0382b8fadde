// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.agent.metrics.AgentMetrics;

/**
 * Keeps a host's addresses registered with the controller, on a thread of its own: it renews each
 * lease at a third of it, tries again sooner after a failure, and ends the registrations when it is
 * closed. Nothing of the agent waits for the controller.
 */
public final class Registration implements AutoCloseable {
    private static final Duration LAST_TIMEOUT = Duration.ofSeconds(2);
    private static final int RENEWALS_PER_LEASE = 3;
    private static final long LONGEST_RETRY_MS = 5_000;
    private static final long MS_PER_SECOND = 1_000;

    private final ControllerAccess controller;
    private final Supplier<Set<InetAddress>> addresses;
    private final int leaseSeconds;
    private final AgentMetrics metrics;
    private final Consumer<String> say;
    private final ControllerClient client;
    private final Thread thread;
    private final CountDownLatch ending = new CountDownLatch(1);
    private volatile boolean keeps;

    /** Time at which the thread last went on, ns. */
    private volatile long wentOnNs = System.nanoTime();

    /** Addresses that the controller has taken, or may have; the thread's own. */
    private final Set<InetAddress> registered = new HashSet<>();

    /** State of each address that was said last; the thread's own. */
    private final Map<InetAddress, String> said = new HashMap<>();

    /**
     * Starts to register.
     *
     * @param addresses the host's addresses at the moment; those that no other host can send to are
     *     left out
     * @param leaseSeconds time after which the controller forgets an address that is not renewed
     * @param say gets a line when a state has changed
     */
    public Registration(
            ControllerAccess controller,
            Supplier<Set<InetAddress>> addresses,
            int leaseSeconds,
            AgentMetrics metrics,
            Consumer<String> say) {
        this.controller = controller;
        this.addresses = addresses;
        this.leaseSeconds = leaseSeconds;
        this.metrics = metrics;
        this.say = say;
        client = new ControllerClient(controller, Duration.ofSeconds(leaseSeconds));
        thread = new Thread(this::run, "registration");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        if (controller.isReadableOnTheWay()) {
            say.accept(controller + ": the password goes over the network as it is; use https");
        }
        try {
            boolean isEnding = false;
            while (!isEnding) {
                boolean isDone = renewOrSay();
                long leaseMs = MS_PER_SECOND * leaseSeconds;
                long waitMs = leaseMs / RENEWALS_PER_LEASE;
                wentOnNs = System.nanoTime();
                isEnding =
                        ending.await(
                                isDone ? waitMs : Math.min(waitMs, LONGEST_RETRY_MS),
                                TimeUnit.MILLISECONDS);
            }
            forgetAllBut(addresses.get());
            for (InetAddress address : keeps ? Set.<InetAddress>of() : registered) {
                request(address, "DELETE", HttpRequest.BodyPublishers.noBody(), LAST_TIMEOUT);
            }
        } catch (InterruptedException e) {
            // It is closed, and the controller does not answer: the leases end by themselves.
            Thread.currentThread().interrupt();
        }
    }

    /** True for an address at which other hosts can reach this one. */
    static boolean isRegistrable(InetAddress address) {
        return !address.isLinkLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isAnyLocalAddress()
                && !address.isMulticastAddress();
    }

    /** As {@link #renew}; an error that nobody has thought of ends this attempt only. */
    private boolean renewOrSay() throws InterruptedException {
        try {
            return renew();
        } catch (RuntimeException e) {
            say.accept("could not register with " + controller + ": " + e);
            metrics.registered(0, Math.max(1, registered.size()));
            return false;
        }
    }

    /** Registers what is there; true if the controller took it all. */
    private boolean renew() throws InterruptedException {
        Set<InetAddress> wanted = new HashSet<>(addresses.get());
        wanted.removeIf(address -> !isRegistrable(address));
        forgetAllBut(wanted);
        int taken = 0;
        for (InetAddress address : wanted) {
            // It may have come to the controller although no answer came back.
            registered.add(address);
            String failure =
                    request(
                            address,
                            "PUT",
                            HttpRequest.BodyPublishers.ofString(
                                    "{\"leaseSeconds\": " + leaseSeconds + "}"),
                            client.timeout());
            String state =
                    failure.isEmpty()
                            ? "is registered with " + client.node() + " for " + leaseSeconds + " s"
                            : "is not registered with " + controller + ": " + failure;
            if (!state.equals(said.put(address, state))) {
                say.accept(ControllerAccess.text(address) + " " + state);
            }
            taken += failure.isEmpty() ? 1 : 0;
        }
        metrics.registered(taken, wanted.size() - taken);
        return taken == wanted.size();
    }

    /**
     * Forgets addresses that the interface no longer has. Their leases end by themselves: another
     * host may have an address by now, such as one of VRRP, and the lease may be that host's.
     */
    private void forgetAllBut(Set<InetAddress> wanted) {
        registered.retainAll(wanted);
        said.keySet().retainAll(wanted);
    }

    /** Sends a request about an address; the reason why it failed, or nothing. */
    private String request(
            InetAddress address, String method, HttpRequest.BodyPublisher body, Duration timeout)
            throws InterruptedException {
        String failure = client.request(ControllerAccess.resource(address), method, body, timeout);
        wentOnNs = System.nanoTime();
        return failure;
    }

    /**
     * Checks that leases are still renewed, whatever the controller answers.
     *
     * @throws IOException if its thread has ended, or has not gone on for longer than a lease
     */
    public void requireAtWork() throws IOException {
        long mostMs =
                MS_PER_SECOND * leaseSeconds
                        + controller.bases().size() * ControllerClient.LONGEST_TIMEOUT.toMillis();
        boolean hangs = System.nanoTime() - wentOnNs > TimeUnit.MILLISECONDS.toNanos(mostMs);
        if (!thread.isAlive() || hangs) {
            throw new IOException(
                    hangs
                            ? "the registration with " + controller + " hangs"
                            : "the registration with " + controller + " has ended by an error");
        }
    }

    /** Closes it without ending the registrations, which another agent of this host renews. */
    public void leave() {
        keeps = true;
        close();
    }

    /** Ends the registrations, as far as the controller answers within some seconds. */
    @Override
    public void close() {
        ending.countDown();
        try {
            thread.join(2 * LAST_TIMEOUT.toMillis());
            if (thread.isAlive()) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
