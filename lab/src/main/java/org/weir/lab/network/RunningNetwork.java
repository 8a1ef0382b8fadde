// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.weir.bmv2.Switch;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;

/**
 * A network that runs by the wall clock on a thread of its own, each switch behind its P4Runtime
 * server. Thread-safe.
 */
public final class RunningNetwork implements AutoCloseable {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    /** Longest that the start of a switch waits for the network's thread. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private final Network network;
    private final Engine engine;
    private final Thread thread;
    private final Map<String, P4RuntimeServer> servers = new HashMap<>();
    private final SwitchPrograms programs;
    private Function<String, WriteObserver> observers = name -> WriteObserver.NONE;
    private volatile RuntimeException failure;

    /** Builds a network of switches of this process; nothing runs before {@link #start}. */
    public RunningNetwork(NetworkSpec spec) {
        this(spec, new Engine(Pacing.WALL_CLOCK), null);
    }

    /**
     * Builds a network; nothing runs before {@link #start}.
     *
     * @param engine paced by the wall clock, to be run by this network only
     * @param programs runs the switches, and is closed with the network; null when they are
     *     switches of this process
     */
    public RunningNetwork(NetworkSpec spec, Engine engine, SwitchPrograms programs) {
        this.engine = engine;
        this.programs = programs;
        network = new Network(spec, engine, programs == null);
        thread = new Thread(this::run, "network");
    }

    /**
     * Has the writers of the switches of this process observed; to be called before {@link #start}.
     *
     * @param observerOf gives the observer of a switch by its name
     */
    public synchronized void observeWrites(Function<String, WriteObserver> observerOf) {
        observers = observerOf;
    }

    /**
     * Starts the hosts, the switches and their P4Runtime servers.
     *
     * @throws IOException when a server cannot listen, or a switch does not start
     */
    public synchronized void start() throws IOException {
        network.start();
        thread.start();
        for (SwitchNode node : network.nodes()) {
            if (programs == null) {
                startServer(node);
            } else {
                startProgram(node);
            }
        }
    }

    private void run() {
        try {
            engine.runUntil(Long.MAX_VALUE);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Reason for which the network or a switch has stopped by itself; empty while all run. */
    public Optional<String> failure() {
        if (failure != null) {
            return Optional.of(failure.toString());
        }
        return programs == null ? Optional.empty() : programs.failure();
    }

    /**
     * Calls something between two events of the network and gives its result.
     *
     * @throws NetworkBusyException when the network does not come round to it within 30 s
     * @throws IllegalStateException when the network does not run or the call fails
     */
    public <T> T call(Supplier<T> task) {
        return call(task, CALL_TIMEOUT);
    }

    /**
     * Like {@link #call(Supplier)} with another longest wait.
     *
     * @throws NetworkBusyException when the network does not come round to it in that time
     * @throws IllegalStateException when the network does not run or the call fails
     */
    public <T> T call(Supplier<T> task, Duration longest) {
        try {
            return engine.call(task).get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                throw (IllegalArgumentException) e.getCause();
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            if (thread.isAlive()) {
                throw new NetworkBusyException(
                        "the network is busy: it did not answer within "
                                + longest.toMillis()
                                + " ms");
            }
            throw new IllegalStateException("the network does not run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Stops a switch as a loss of power does: its state and its P4Runtime server are gone. */
    public synchronized void stopSwitch(String name) {
        call(() -> network.node(name));
        P4RuntimeServer server = servers.remove(name);
        if (server != null) {
            server.stop();
        }
        if (programs != null) {
            programs.stop(name);
        }
        call(
                () -> {
                    network.powerOff(name);
                    return name;
                });
    }

    /**
     * Starts a stopped switch, empty; nothing happens to one that runs.
     *
     * @throws IOException when its server cannot listen, or it does not start
     */
    public synchronized void startSwitch(String name) throws IOException {
        SwitchNode node = call(() -> network.node(name));
        if (programs != null) {
            if (!call(node::isOn)) {
                startProgram(node);
            }
        } else if (!servers.containsKey(name)) {
            call(
                    () -> {
                        network.powerOn(name);
                        return name;
                    });
            startServer(node);
        }
    }

    /** Cuts or joins the link between two nodes. */
    public void setLink(String one, String other, boolean up) {
        call(
                () -> {
                    network.setLink(one, other, up);
                    return up;
                });
    }

    /**
     * Lets all flows offer packets, or stops them; they are on at first.
     *
     * @throws NetworkBusyException when the network does not come round to it in time
     */
    public void setTraffic(boolean on) {
        call(
                () -> {
                    network.setTraffic(on);
                    return on;
                });
    }

    private void startProgram(SwitchNode node) throws IOException {
        PlacedSwitch[] started = new PlacedSwitch[1];
        started[0] =
                programs.start(
                        node.spec(), (port, frame) -> node.transmit(started[0], port, frame));
        call(
                () -> {
                    network.powerOn(node.spec().name(), started[0]);
                    return started[0];
                },
                START_TIMEOUT);
    }

    private void startServer(SwitchNode node) throws IOException {
        Switch device = call(() -> node.device().orElseThrow(), START_TIMEOUT);
        P4RuntimeServer server = new P4RuntimeServer(device, engine, node.spec().deviceId());
        server.observe(observers.apply(node.spec().name()));
        server.start(node.spec().grpcHost(), node.spec().grpcPort());
        servers.put(node.spec().name(), server);
    }

    /** The network; to be touched only within {@link #call}. */
    public Network network() {
        return network;
    }

    /** The engine, for its lag. */
    public Engine engine() {
        return engine;
    }

    /** Stops servers and network and waits until they are gone. */
    @Override
    public synchronized void close() {
        servers.values().forEach(P4RuntimeServer::stop);
        servers.clear();
        if (programs != null) {
            programs.close();
        }
        engine.stop();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
