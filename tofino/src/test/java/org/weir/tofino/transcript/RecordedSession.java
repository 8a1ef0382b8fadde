// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.weir.control.PortId;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;
import org.weir.tofino.SwitchAccess;
import org.weir.tofino.TofinoScheduler;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.Scope;
import org.weir.tofino.ports.Fec;
import org.weir.tofino.ports.PortSpeed;
import org.weir.tofino.ports.Ports;
import org.weir.tofino.tm.QueueBuffer;
import org.weir.tofino.tm.QueueKey;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * The session that the transcript has: what the application and {@code ./weir tofino} ask of a
 * switch, and then requests that break a rule. It needs ports 40 and 41 to be absent, and their
 * queues as after a start.
 */
final class RecordedSession {
    static final int PORT = 40;
    static final int OTHER_PORT = 41;

    private static final int ABSENT_PORT = 100;
    private static final int CLASSES = 8;
    private static final int SCHEDULER_CLIENT = 1907;
    private static final long LINK_MS = 5_000;

    /** Requests that the client would refuse itself, or never makes. */
    private static final String WRONG = "/bfrt-wrong-requests.txt";

    private static final String SECOND_ONLY = "tf2 ";

    private RecordedSession() {}

    /** Removes what an earlier session has left; not part of the transcript. */
    static void prepare(BfRtSession session) {
        Ports ports = new Ports(session);
        for (int port : new int[] {PORT, OTHER_PORT}) {
            if (ports.all().stream().anyMatch(one -> one.devPort() == port)) {
                ports.remove(port);
            }
        }
    }

    /**
     * Asks all of it by way of a proxy.
     *
     * @param raw sends a request as it is
     */
    static void run(RecordingProxy proxy, int clientId, Consumer<JsonNode> raw) throws Exception {
        try (BfRtSession session = BfRtSession.open(proxy.address(clientId), LINK_MS * 60)) {
            proxy.remark("A port is added, enabled, and found by its name.");
            ports(new Ports(session));
            proxy.remark("Queues of the port: defaults, scheduling, buffers.");
            queues(session, new TrafficManagerTables(session));
            proxy.remark("The port is shaped, and no longer shaped.");
            TrafficManagerTables manager = new TrafficManagerTables(session);
            manager.shapePort(PORT, 1_000_000_000, 18_000);
            manager.portRateBps(PORT);
            manager.unshapePort(PORT);
            manager.portRateBps(PORT);
            proxy.remark("Weir's scheduler gives four classes their shares of the port.");
            schedule(proxy);
            proxy.remark("Wrong requests.");
            for (String wrong : wrongRequests(manager)) {
                raw.accept(Transcript.parse(wrong));
            }
            proxy.remark("The port is removed.");
            new Ports(session).remove(PORT);
            refused(() -> new Ports(session).status(PORT));
        }
    }

    /** Those of the resource, with the names and numbers of the switch's generation. */
    private static List<String> wrongRequests(TrafficManagerTables manager) throws IOException {
        String generation = manager.generation();
        boolean first = generation.equals("tf1");
        return Transcript.lines(WRONG).stream()
                .filter(line -> !first || !line.startsWith(SECOND_ONLY))
                .map(
                        line ->
                                line.startsWith(SECOND_ONLY)
                                        ? line.substring(SECOND_ONLY.length())
                                        : line)
                .map(
                        line ->
                                line.replace("tfN", generation)
                                        .replace("GROUPS", first ? "18" : "9")
                                        .replace("GROUP", first ? "10" : "5")
                                        .replace("QUEUES", first ? "32" : "128"))
                .collect(Collectors.toList());
    }

    private static void ports(Ports ports) throws InterruptedException {
        refused(() -> ports.status(PORT));
        ports.add(PORT, PortSpeed.GBPS_10, Fec.NONE);
        Thread.sleep(LINK_MS);
        String name = ports.status(PORT).name();
        ports.devPort(name);
        refused(() -> ports.devPort("99/0"));
        ports.enable(PORT, false);
        Thread.sleep(LINK_MS);
        ports.status(PORT);
        ports.enable(PORT, true);
        refused(() -> ports.add(ABSENT_PORT, PortSpeed.GBPS_10, Fec.NONE));
    }

    private static void queues(BfRtSession session, TrafficManagerTables manager) {
        manager.cellBytes();
        refused(() -> manager.queues(ABSENT_PORT));
        List<QueueKey> keys = manager.queues(PORT).first(CLASSES);
        Map<QueueKey, QueueScheduling> wanted = new LinkedHashMap<>();
        for (QueueKey key : keys) {
            int queue = key.queue() % CLASSES;
            manager.scheduling(key);
            manager.buffer(key);
            wanted.put(
                    key,
                    new QueueScheduling(
                            queue,
                            1 + 146 * queue,
                            queue % 2 == 0
                                    ? OptionalLong.of(100_000_000L * (1 + queue))
                                    : OptionalLong.empty()));
            manager.setBuffer(key, new QueueBuffer(10 * queue, queue % 4, 100 + queue, "33%"));
        }
        manager.schedule(wanted);
        for (QueueKey key : keys) {
            manager.scheduling(key);
            manager.buffer(key);
        }
        manager.setBuffer(keys.get(0), new QueueBuffer(20, 0, 40, QueueBuffer.NO_BURST));
        manager.buffer(keys.get(0));
        session.read(
                session.entry(
                                manager.generation() + ".tm.queue.sched_cfg",
                                Scope.pipe(keys.get(3).pipe()))
                        .key("pg_id", keys.get(3).portGroup())
                        .key("pg_queue", keys.get(3).queue()),
                Source.HARDWARE);
    }

    private static void schedule(RecordingProxy proxy) throws Exception {
        TofinoScheduler scheduler =
                new TofinoScheduler(
                        new SwitchAccess(proxy.address(SCHEDULER_CLIENT), Map.of(1L, PORT)),
                        () -> {});
        try {
            scheduler
                    .apply(
                            new PortSchedule(
                                    new PortId("device:s1", 1),
                                    List.of(
                                            new QueueShare(0.5, OptionalLong.empty()),
                                            new QueueShare(0.3, OptionalLong.of(4_000_000_000L)),
                                            new QueueShare(0.15, OptionalLong.empty()),
                                            new QueueShare(0.05, OptionalLong.empty()))))
                    .get();
        } finally {
            scheduler.close();
        }
    }

    private static void refused(Runnable action) {
        try {
            action.run();
        } catch (BfRtException e) {
            return;
        }
        throw new AssertionError("the switch did what it should have refused");
    }
}
