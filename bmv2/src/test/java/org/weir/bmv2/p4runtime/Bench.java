// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.bmv2.time.RealTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A switch in real time with a P4Runtime server on a free loopback port, and with ports whose
 * frames are kept.
 */
public final class Bench implements AutoCloseable {

    /** Ports 1 to this. */
    public static final int PORTS = 4;

    /** Rate of each port in bit/s. */
    public static final long RATE_BPS = 1_000_000_000;

    private static final int QUEUE_CAPACITY_PACKETS = 1000;

    private final RealTimeline timeline = new RealTimeline("bench");
    private final Switch device = new Switch(new SwitchConfig("bench"), timeline);
    private final P4RuntimeServer server;
    private final Map<Integer, BlockingQueue<byte[]>> sent = new ConcurrentHashMap<>();

    /** Starts all. */
    public Bench() throws IOException {
        this(WriteObserver.NONE);
    }

    /** Starts all, with the switch's writers observed. */
    public Bench(WriteObserver observer) throws IOException {
        this(observer, control -> control);
    }

    /**
     * Starts all, with a wrapper around the switch.
     *
     * @param between makes the object that the server uses as its switch, such as one that counts
     *     reads
     */
    public Bench(WriteObserver observer, UnaryOperator<SwitchControl> between) throws IOException {
        server = new P4RuntimeServer(between.apply(device), timeline, Client.DEVICE_ID);
        run(
                () -> {
                    for (int port = 1; port <= PORTS; port++) {
                        attachPort(port);
                    }
                });
        server.observe(observer);
        server.start("127.0.0.1", 0);
    }

    private void attachPort(int port) {
        BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
        sent.put(port, queue);
        device.attachPort(
                port,
                new PortConfig("port" + port, RATE_BPS, QUEUE_CAPACITY_PACKETS),
                (buffer, offset, length) ->
                        queue.add(Arrays.copyOfRange(buffer, offset, offset + length)));
    }

    /** Adds a port above {@link #PORTS}. */
    public void attach(int port) {
        run(() -> attachPort(port));
    }

    /** TCP port of the server. */
    public int port() {
        return server.port();
    }

    /** The server. */
    public P4RuntimeServer server() {
        return server;
    }

    /** Lets a frame arrive at a port, and returns when the switch has taken it. */
    public void receive(int port, byte[] frame) {
        run(() -> device.receive(port, frame));
    }

    /** Loads a test program by its name, without a P4Runtime client. */
    public void load(String program) throws Exception {
        byte[] json = TestNetwork.program(program);
        var prepared = device.prepareProgram(json);
        run(() -> device.loadProgram(prepared));
    }

    /** Gives a port another rate in bit/s, and queues of a limit in packets. */
    public void slowDown(int port, long rateBps, int queueLimitPackets) {
        PortTraffic traffic = PortTraffic.strict(rateBps, queueLimitPackets);
        run(() -> device.traffic().setPortTraffic(port, traffic));
    }

    /** Takes a port's link away or gives it back. */
    public void setPortUp(int port, boolean up) {
        run(() -> device.setPortUp(port, up));
    }

    /** The next frame that has left a port. */
    public byte[] nextSent(int port) throws InterruptedException {
        byte[] frame = sent.get(port).poll(20, TimeUnit.SECONDS);
        assertThat(frame).as("a frame from port " + port).isNotNull();
        return frame;
    }

    private void run(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        timeline.submit(
                () -> {
                    try {
                        task.run();
                        done.complete(null);
                    } catch (RuntimeException e) {
                        done.completeExceptionally(e);
                    }
                });
        done.join();
    }

    @Override
    public void close() {
        server.stop();
        timeline.close();
    }
}
