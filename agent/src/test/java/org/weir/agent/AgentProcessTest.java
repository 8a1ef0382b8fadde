// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.wire.feedback.FeedbackMessage;

/** Agents as processes on an interface; skipped where namespaces cannot be made. */
@Timeout(240)
class AgentProcessTest {
    private static final int TRAFFIC_CLASS = FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN;

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

    /** An agent whose flows have λ* after their first feedback. */
    private int startAgent(String... options) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("--metrics", "127.0.0.1:0", "--reaction", "share"));
        all.addAll(List.of(options));
        host.start(all.toArray(new String[0]));
        int port = Integer.parseInt(host.await("metrics are at port").replaceAll(".* ", ""));
        host.await("obeys feedback");
        return port;
    }

    private static String refused(String reason) {
        return "weir_agent_feedback_refused_total{reason=\"" + reason + "\"}";
    }

    @Test
    void aProgramsFlowIsHeldBackAndItsSocketSeesNoFeedback() throws Exception {
        try (DatagramSocket program = AgentHost.in(host.here, () -> new DatagramSocket(5000))) {
            InetAddress there = InetAddress.getByName("10.0.0.5");
            program.setSoTimeout(1000);
            host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 2000, 1)));
            program.receive(new DatagramPacket(new byte[100], 100));

            int port = startAgent();
            host.sendData(program);
            host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 5000, 2)));
            host.awaitMetric(port, "weir_agent_feedback_accepted_total{class=\"1\"}", 1);
            host.awaitMetric(port, "weir_agent_flows", 1);
            // Its reaction point first lets the queue drain, for one cycle.
            awaitClass("rate 5Mbit ceil 5Mbit");
            long before = packets();
            for (int i = 0; i < 550; i++) {
                program.send(new DatagramPacket(new byte[1000], 1000, there, 6000));
                program.send(new DatagramPacket(new byte[1000], 1000, there, 6001));
            }
            // 550 packets of the flow, and those of 20 bytes; the other flow's went past the class.
            assertThat(packets() - before).isBetween(550L, 1050L);
            assertThat(receivesSomething(program)).as("feedback in the socket").isFalse();
        }
    }

    /** Packets of the shaped flow, sent or waiting. */
    private long packets() throws Exception {
        String counters = host.tc("-s", "class", "show", "dev", "eth0", "classid", "5740:1");
        Matcher sent = Pattern.compile(" bytes (\\d+) pkt|backlog \\S+ (\\d+)p").matcher(counters);
        long packets = 0;
        while (sent.find()) {
            packets += Long.parseLong(sent.group(1) != null ? sent.group(1) : sent.group(2));
        }
        return packets;
    }

    private void awaitClass(String text) throws Exception {
        for (int i = 0; i < 500 && !host.tc("class", "show", "dev", "eth0").contains(text); i++) {
            Thread.sleep(20);
        }
        assertThat(host.tc("class", "show", "dev", "eth0")).contains(text);
    }

    private static boolean receivesSomething(DatagramSocket socket) throws Exception {
        try {
            socket.receive(new DatagramPacket(new byte[100], 100));
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Test
    void linuxSendsNoIcmpErrorWhileAnAgentRuns() throws Exception {
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 2000, 1)));
        long before = awaitUnreachables(1);
        int port = startAgent();
        for (int i = 2; i < 20; i++) {
            host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 2000, i)));
        }
        host.awaitMetric(port, refused("no-socket"), 18);
        assertThat(unreachables()).isEqualTo(before);
        assertThat(host.metric(port, "weir_agent_flows")).isZero();
    }

    private long awaitUnreachables(long least) throws Exception {
        for (int i = 0; i < 500 && unreachables() < least; i++) {
            Thread.sleep(20);
        }
        assertThat(unreachables()).as("without an agent").isGreaterThanOrEqualTo(least);
        return unreachables();
    }

    /** ICMP destination unreachable messages that the agents' namespace has sent. */
    private long unreachables() throws Exception {
        List<String> lines =
                AgentHost.in(
                        host.here, () -> Files.readAllLines(Path.of("/proc/thread-self/net/snmp")));
        List<String> icmp = lines.stream().filter(line -> line.startsWith("Icmp: ")).toList();
        int column = List.of(icmp.get(0).split(" ")).indexOf("OutDestUnreachs");
        return Long.parseLong(icmp.get(1).split(" ")[column]);
    }

    @Test
    void whatCannotBeTrueIsCountedByReasonAndHoldsNothingBack() throws Exception {
        int port = startAgent("--classes", "0,1", "--any-socket");
        byte[] version = FeedbackFrames.message(8000, 2000, 1).toPayload();
        version[4] = 9;
        host.send(FeedbackFrames.with(version, TRAFFIC_CLASS, 64));
        byte[] payload = FeedbackFrames.message(8000, 2000, 1).toPayload();
        host.send(FeedbackFrames.with(payload, 0, 64));
        byte[] wrong = FeedbackFrames.ipv4(FeedbackFrames.message(8000, 2000, 1));
        wrong[60] ^= 1;
        host.send(wrong);
        host.send(FeedbackFrames.ipv4(new FeedbackMessage(2, 17, 8000, 2000, 9, 4, 1, 4, 1)));
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 0, 1)));
        host.send(FeedbackFrames.ipv6(FeedbackFrames.message(8000, 2000, 1)));
        for (String reason :
                List.of("version", "header", "checksum", "unknown-class", "zero-target")) {
            host.awaitMetric(port, refused(reason), 1);
        }
        host.awaitMetric(port, refused("foreign-address"), 1);
        host.awaitNothingHeldBack();

        host.sendData();
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 5)));
        host.awaitMetric(port, "weir_agent_flows", 1);
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 1000, 5)));
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 1000, 3)));
        host.awaitMetric(port, refused("replayed"), 2);
        host.send(FeedbackFrames.ipv4(new FeedbackMessage(1, 17, 8000, 1000, 9, 4, 1, 4, 6)));
        host.awaitMetric(port, refused("old"), 1);
        // The flow has the rate of the one message that was accepted, once its queue has drained.
        awaitClass("rate 4Mbit ceil 4Mbit");
    }

    @Test
    void aFlowWithoutFeedbackIsReleased() throws Exception {
        int port = startAgent("--any-socket", "--release", "300ms");
        host.sendData();
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 5)));
        host.awaitMetric(port, "weir_agent_flows_released_total", 1);
        host.awaitNothingHeldBack();
    }

    @Test
    void nothingIsLeftAfterTermAfterKillAndAfterAKillOfAll() throws Exception {
        Process agent = host.start();
        host.await("obeys feedback");
        agent.destroy();
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isZero();
        assertThat(host.qdiscs()).doesNotContain("htb").doesNotContain("clsact");

        agent = host.start();
        host.await("obeys feedback");
        assertThat(host.qdiscs())
                .contains("htb")
                .contains("clsact")
                .containsPattern("qdisc (fq_codel|pfifo) \\w+: parent 574.:ffff ");
        agent.destroyForcibly().waitFor();
        host.awaitNothingLeft();

        agent = host.start("--any-socket", "--reaction", "share");
        host.await("obeys feedback");
        host.sendData();
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 5)));
        awaitClass("rate 4Mbit");
        // The shell that cleans up after it, the watchdog, and tc.
        List<ProcessHandle> helpers = agent.descendants().toList();
        // A stopped agent cannot notice, and start another.
        new ProcessBuilder("kill", "-STOP", Long.toString(agent.pid())).start().waitFor();
        helpers.forEach(ProcessHandle::destroyForcibly);
        agent.destroyForcibly().waitFor();
        assertThat(host.qdiscs()).as("nobody was left to clean").contains("htb 5740:");
        Process next = host.start();
        host.await("took away what an agent had left: tc qdisc del dev eth0 root handle 5740:");
        host.await("obeys feedback");
        assertThat(host.qdiscs()).contains("htb 5741:").doesNotContain("5740:");
        next.destroy();
        next.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS);
        host.awaitNothingLeft();
    }

    @Test
    void whatSomebodyElseTakesAwayIsMadeAnewAndASecondAgentIsRefused() throws Exception {
        int port = startAgent("--any-socket");
        host.tc("qdisc", "del", "dev", "eth0", "root");
        host.await("making everything on the interface anew");
        host.awaitMetric(port, "weir_agent_tc_failures_total", 1);
        host.sendData();
        Process second = host.start();
        host.await("another agent runs on it");
        assertThat(second.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(2);
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 5)));
        awaitClass("5741:1 ");
        host.awaitTc(
                text -> text.matches("(?s).*\\(dropped.*") && !text.contains(" 0 bytes 0 pkt"),
                "-s",
                "class",
                "show",
                "dev",
                "eth0",
                "classid",
                "5741:1");
        host.tc("qdisc", "del", "dev", "eth0", "root");
        host.await("making everything on the interface anew");
        awaitClass("rate 4Mbit");
    }

    @Test
    void anOperatorsQdiscStaysAndADryRunChangesNothing() throws Exception {
        host.tc("qdisc", "add", "dev", "eth0", "root", "handle", "1:", "htb");
        Process agent = host.start();
        assertThat(host.await("root qdisc")).contains("eth0: has the root qdisc htb 1:");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(2);
        assertThat(host.qdiscs()).contains("htb 1:").doesNotContain("clsact");
        host.tc("qdisc", "del", "dev", "eth0", "root");

        host.tc("qdisc", "add", "dev", "eth0", "clsact");
        host.start("--dry-run", "--any-socket");
        host.await("would run: tc qdisc add dev eth0 root handle 5740: htb");
        host.await("obeys feedback");
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 5)));
        String add = "would run: tc class add dev eth0 parent 5740: classid 5740:1 htb rate ";
        // λ* is 4 Mb/s; for one cycle the rate is less, so that the queue drains.
        String rate = host.await(add).replaceAll(".* htb rate (\\d+)bit.*", "$1");
        assertThat(Long.parseLong(rate)).isBetween(1_000_000L, 4_200_000L);
        assertThat(host.qdiscs()).doesNotContain("htb").contains("clsact");
    }
}
