// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.flow.Shape;
import org.weir.agent.shaping.OwnNames;
import org.weir.agent.shaping.ShapePlan;

/**
 * A shaped flow beside others on a line that is full; skipped where namespaces cannot be made. A
 * token bucket with the agent's qdisc in it stands for the line, because a veth is never full.
 */
@Timeout(240)
class AgentSharingTest {
    private static final long LINE_BPS = 10_000_000;
    private static final long SENDING_MS = 3000;

    private AgentHost host;

    @BeforeEach
    void make() throws Exception {
        host = new AgentHost();
    }

    @AfterEach
    void end() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void flowsThatAreNotShapedLeaveAShapedOneItsPart() throws Exception {
        tc("qdisc add dev eth0 root handle 1: tbf rate 10mbit burst 20000 limit 3000000");
        ShapePlan plan = new ShapePlan("eth0", new OwnNames(0), 1500, LINE_BPS);
        for (String line : plan.start(true, Set.of())) {
            if (!line.startsWith("filter")) {
                tc(line.replace(" root handle ", " parent 1:1 handle "));
            }
        }
        Shape shape = new Shape(1, FeedbackFrames.flow(), LINE_BPS / 2, false);
        for (String line : plan.update(List.of(shape))) {
            tc(line);
        }
        Thread other = flood(5001);
        Thread shaped = flood(5000);
        other.join();
        shaped.join();
        long shapedBytes = sentBytes("class", "show", "dev", "eth0", "classid", "5740:1");
        long allBytes = sentBytes("qdisc", "show", "dev", "eth0", "root");
        // Turns of the flow and of the others are one frame each, and its rate is half the line's.
        assertThat((double) shapedBytes / allBytes).isBetween(0.15, 0.8);
    }

    /** Runs a line of the plan; its quoted part is one word. */
    private void tc(String line) throws Exception {
        Matcher words = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(line);
        host.tc(
                words.results()
                        .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
                        .toArray(String[]::new));
    }

    private Thread flood(int localPort) throws Exception {
        DatagramSocket socket = AgentHost.in(host.here, () -> new DatagramSocket(localPort));
        InetAddress there = InetAddress.getByName("10.0.0.5");
        Thread thread =
                new Thread(
                        () -> {
                            long endNs =
                                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SENDING_MS);
                            try (socket) {
                                while (System.nanoTime() < endNs) {
                                    socket.send(
                                            new DatagramPacket(new byte[1400], 1400, there, 6000));
                                }
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        thread.start();
        return thread;
    }

    private long sentBytes(String... shown) throws Exception {
        String[] arguments = new String[shown.length + 1];
        arguments[0] = "-s";
        System.arraycopy(shown, 0, arguments, 1, shown.length);
        Matcher sent = Pattern.compile(" Sent (\\d+) bytes").matcher(host.tc(arguments));
        assertThat(sent.find()).isTrue();
        return Long.parseLong(sent.group(1));
    }
}
