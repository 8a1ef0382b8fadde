// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.gnmi.GnmiService;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.bmv2.rpc.TimelineCalls;
import org.weir.bmv2.rpc.UnreadableRequests;
import org.weir.bmv2.time.Timeline;

/**
 * The gRPC server of one switch: P4Runtime 1.4, and gNMI for its ports, which P4Runtime cannot
 * list. Both are served at one address, as Stratum does. Nothing but a request's own client waits
 * for a slow client or a slow request.
 */
public final class P4RuntimeServer {

    /** Default address to listen on: this machine only. */
    public static final String DEFAULT_HOST = "127.0.0.1";

    /** P4Runtime's registered port. */
    public static final int DEFAULT_PORT = 9559;

    /** Largest request, in bytes: a pipeline with its program. */
    private static final int MAX_REQUEST_BYTES = 64 << 20;

    private static final AtomicInteger THREADS = new AtomicInteger();

    private final SwitchControl control;
    private final Timeline timeline;
    private final long deviceId;
    private WriteObserver observer = WriteObserver.NONE;
    private PipelineRules rules = PipelineRules.BMV2;
    private Server server;
    private volatile Device device;

    /** True if the device has been set up and no client has reached it yet. */
    private boolean isSetUp;

    private P4RuntimeService service;
    private volatile GnmiService gnmi;

    /**
     * A server that does not listen yet.
     *
     * @param control the switch
     * @param timeline timeline of the switch
     * @param deviceId as which clients know the switch; unsigned
     */
    public P4RuntimeServer(SwitchControl control, Timeline timeline, long deviceId) {
        this.control = control;
        this.timeline = timeline;
        this.deviceId = deviceId;
    }

    /** Has primaries and requests to write observed; to be called before {@link #start}. */
    public synchronized void observe(WriteObserver writes) {
        observer = writes;
    }

    /** Has pipelines checked by other rules than BMv2's; to be called before {@link #start}. */
    public synchronized void check(PipelineRules pipelines) {
        rules = pipelines;
    }

    /**
     * Starts to listen. Clients find the pipeline of {@link #local}; without one, none runs until a
     * client pushes it. No client is the primary.
     *
     * @param host address of this machine, {@link #DEFAULT_HOST} unless others are to reach it
     * @param port TCP port; 0 takes a free one
     * @throws IOException if the address cannot be had; the message names it
     */
    public void start(String host, int port) throws IOException {
        start(host, port, InsecureServerCredentials.create());
    }

    /**
     * Starts to listen, with TLS.
     *
     * @param host address of this machine
     * @param port TCP port; 0 takes a free one
     * @param tls the server's certificate and key, and whom it lets in
     * @throws IOException if the address cannot be had, or a file cannot be used; the message names
     *     it
     */
    public void start(String host, int port, TlsFiles tls) throws IOException {
        start(host, port, tls.credentials());
    }

    private synchronized void start(String host, int port, ServerCredentials credentials)
            throws IOException {
        if (server != null) {
            throw new IllegalStateException(
                    "The server of device " + deviceId + " has been started");
        }
        // Never shut down: calls that are being ended still need it, and its idle threads end by
        // themselves.
        ExecutorService executor =
                Executors.newCachedThreadPool(
                        task -> {
                            Thread thread =
                                    new Thread(
                                            task,
                                            "p4runtime-"
                                                    + deviceId
                                                    + "-"
                                                    + THREADS.incrementAndGet());
                            thread.setDaemon(true);
                            return thread;
                        });
        if (!isSetUp) {
            device = newDevice();
        }
        service = new P4RuntimeService(device, timeline, executor);
        gnmi = new GnmiService(control, timeline, executor);
        InetSocketAddress address = new InetSocketAddress(host, port);
        Server starting =
                NettyServerBuilder.forAddress(address, credentials)
                        .executor(executor)
                        .maxInboundMessageSize(MAX_REQUEST_BYTES)
                        .keepAliveTime(30, TimeUnit.SECONDS)
                        .keepAliveTimeout(20, TimeUnit.SECONDS)
                        .permitKeepAliveTime(1, TimeUnit.SECONDS)
                        .permitKeepAliveWithoutCalls(true)
                        .addService(UnreadableRequests.refused(service))
                        .addService(UnreadableRequests.refused(gnmi))
                        .build();
        try {
            starting.start();
        } catch (IOException e) {
            String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new IOException("P4Runtime address " + host + ":" + port + ": " + reason, e);
        }
        server = starting;
        isSetUp = false;
        timeline.submit(device::start);
        timeline.submit(gnmi::start);
    }

    private Device newDevice() {
        return new Device(deviceId, control, timeline, observer, rules);
    }

    /**
     * A client that needs no connection. Before {@link #start} it sets the switch up before any
     * other client does. To be used on another thread than the timeline's.
     */
    public synchronized LocalClient local() {
        if (server == null && !isSetUp) {
            device = newDevice();
            isSetUp = true;
        }
        return new LocalClient(device, deviceId, new TimelineCalls(timeline));
    }

    /**
     * Stops to listen and ends all clients' streams; the address is free when this returns. Does
     * nothing twice. Not to be called on the timeline's thread, which requests may be waiting for.
     */
    public synchronized void stop() {
        if (server == null) {
            return;
        }
        server.shutdownNow();
        timeline.submit(gnmi::stop);
        timeline.submit(device::stop);
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server = null;
    }

    /** The TCP port that it listens on. */
    public synchronized int port() {
        if (server == null) {
            throw new IllegalStateException("The server of device " + deviceId + " does not run");
        }
        return server.getPort();
    }

    /**
     * Clients that are connected and have told which role and election id they have. Not to be
     * called on the timeline's thread.
     */
    public int connectedClients() {
        Device current = device;
        return current == null
                ? 0
                : new TimelineCalls(timeline).call(() -> current.arbitration().clientCount());
    }

    /** Subscriptions of gNMI that are open. Not to be called on the timeline's thread. */
    public int subscriptions() {
        GnmiService current = gnmi;
        return current == null ? 0 : new TimelineCalls(timeline).call(current::subscriptions);
    }

    /** Packets and digests that were dropped because their client did not keep up. */
    public synchronized long droppedMessages() {
        return service == null ? 0 : service.dropped();
    }
}
