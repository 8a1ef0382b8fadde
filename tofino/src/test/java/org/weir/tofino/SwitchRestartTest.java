// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.control.PortId;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * Restart of a real switch for Tofino 1 or 2, such as {@code bf_switchd} on Intel's model: the
 * scheduler sets all ports again. The property {@code weir.bfrt} has its address, {@code
 * weir.bfrt.restart} a command that ends the switch and starts it anew, and returns at once or when
 * the switch is ready:
 *
 * <pre>-Dweir.bfrt=grpc://127.0.0.1:50052 -Dweir.bfrt.restart=./restart.sh</pre>
 *
 * <p>Without the properties the test is skipped.
 */
class SwitchRestartTest {
    private static final int CLIENT = 1907;
    private static final int PORTS = 64;

    /** A model on a busy machine takes longer for an answer than the application waits for one. */
    private static final long ANSWER_MS = 60_000;

    /** As in the application. */
    private static final long RETRY_MS = 1_000;

    private static final long PROBE_MS = 200;
    private static final long READY_LIMIT_S = 600;

    /** Longest time from the switch's readiness until it is as before, on an idle machine, s. */
    private static final long GOAL_S = 30;

    private static BfRtSession open(BfRtAddress address, int client) {
        return BfRtSession.open(
                new BfRtAddress(address.host(), address.port(), address.deviceId(), client),
                ANSWER_MS);
    }

    private static boolean isReady(BfRtAddress address) {
        try (BfRtSession session = open(address, CLIENT + 1)) {
            return session.isOpen();
        } catch (BfRtException e) {
            return false;
        }
    }

    private static void await(String what, long limitS, BooleanSupplier condition)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("%s within %d s", what, limitS).isLessThan(end);
            Thread.sleep(PROBE_MS);
        }
    }

    /** Number of the first front panel port of pipe 0. */
    private static int firstPort(BfRtAddress address) {
        try (BfRtSession session = open(address, CLIENT + 1)) {
            return new TrafficManagerTables(session).generation().equals("tf2") ? 8 : 0;
        }
    }

    private static List<PortSchedule> schedules(int firstPort) {
        Random random = new Random(7);
        List<PortSchedule> schedules = new ArrayList<>();
        for (int port = firstPort; port < firstPort + PORTS; port++) {
            List<QueueShare> shares = new ArrayList<>();
            for (int queue = 0; queue < 8; queue++) {
                OptionalLong most =
                        random.nextBoolean()
                                ? OptionalLong.of(1_000_000L * (1 + random.nextInt(9000)))
                                : OptionalLong.empty();
                shares.add(new QueueShare(0.01 + 0.2 * random.nextDouble(), most));
            }
            schedules.add(new PortSchedule(new PortId("device:s1", port), shares));
        }
        return schedules;
    }

    private static List<List<QueueScheduling>> read(BfRtAddress address, int firstPort) {
        try (BfRtSession session = open(address, CLIENT + 1)) {
            TrafficManagerTables manager = new TrafficManagerTables(session);
            List<List<QueueScheduling>> ports = new ArrayList<>();
            for (int port = firstPort; port < firstPort + PORTS; port++) {
                ports.add(manager.schedulings(manager.queues(port)));
            }
            return ports;
        }
    }

    @Test
    @Timeout(1800)
    void everyPortIsSetAnewAfterARestart() throws Exception {
        String text = System.getProperty("weir.bfrt");
        String restart = System.getProperty("weir.bfrt.restart");
        assumeTrue(text != null, "no switch: -Dweir.bfrt=grpc://HOST:PORT names none");
        assumeTrue(restart != null, "no restart: -Dweir.bfrt.restart=COMMAND names none");
        BfRtAddress given = BfRtAddress.parse(text);
        BfRtAddress address = new BfRtAddress(given.host(), given.port(), given.deviceId(), CLIENT);
        try (TofinoScheduler scheduler =
                new TofinoScheduler(
                        new SwitchAccess(address, Map.of()), () -> {}, ANSWER_MS, RETRY_MS)) {
            int firstPort = firstPort(address);
            List<PortSchedule> schedules = schedules(firstPort);
            for (PortSchedule each : schedules) {
                scheduler.apply(each).join();
            }
            List<List<QueueScheduling>> before = read(address, firstPort);
            System.out.printf("%d ports of 8 queues set%n", PORTS);

            Process process = new ProcessBuilder("sh", "-c", restart).inheritIO().start();
            await(
                    "all ports lost",
                    READY_LIMIT_S,
                    () -> schedules.stream().noneMatch(each -> has(scheduler, each)));
            assertThat(process.waitFor(READY_LIMIT_S, TimeUnit.SECONDS)).isTrue();
            await("the switch is ready", READY_LIMIT_S, () -> isReady(address));
            long readyNs = System.nanoTime();
            await(
                    "all ports set",
                    READY_LIMIT_S,
                    () -> schedules.stream().allMatch(each -> has(scheduler, each)));
            double tookS = (System.nanoTime() - readyNs) / 1e9;
            System.out.printf(
                    "%d ports of 8 queues set again %.1f s after the switch was ready%n",
                    PORTS, tookS);
            assertThat(read(address, firstPort)).isEqualTo(before);
            assumeThat(tookS).as("s; a busy machine takes longer").isLessThanOrEqualTo(GOAL_S);
        }
    }

    private static boolean has(TofinoScheduler scheduler, PortSchedule schedule) {
        return scheduler.applied(schedule.port()).isPresent();
    }
}
