// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.FrameForm;
import org.weir.agent.notification.NotificationFrames;

/** Agents that obey and send notifications, as processes; skipped without namespaces. */
@Timeout(240)
class AgentNotificationTest {
    private static final int CE = 3;
    private static final int ECT_0 = 2;

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

    private int startAgent(String... options) throws Exception {
        String[] all = new String[options.length + 2];
        System.arraycopy(options, 0, all, 2, options.length);
        all[0] = "--metrics";
        all[1] = "127.0.0.1:0";
        host.start(all);
        int port = Integer.parseInt(host.await("metrics are at port").replaceAll(".* ", ""));
        host.await("weir agent: obeys ");
        return port;
    }

    private static String refused(String of, String reason) {
        return "weir_agent_" + of + "_refused_total{reason=\"" + reason + "\"}";
    }

    private static boolean isNotification(byte[] frame) {
        return FrameForm.of(frame, frame.length) == FrameForm.NOTIFICATION;
    }

    @Test
    void aNotificationHalvesTheFlowAndNoSocketSeesIt() throws Exception {
        try (DatagramSocket program = AgentHost.in(host.here, () -> new DatagramSocket(5000))) {
            program.setSoTimeout(1000);
            host.send(NotificationFrames.ipv4(1));
            // Without an agent the program gets it.
            program.receive(new DatagramPacket(new byte[100], 100));

            int port = startAgent("--reaction", "dcqcn");
            host.sendData(program);
            host.send(NotificationFrames.ipv4(1_000_000));
            host.awaitMetric(port, "weir_agent_notifications_accepted_total", 1);
            // α is 1 at the start, so the line's 10 Mb/s are halved.
            host.awaitTc(
                    classes -> classes.contains("rate 5Mbit ceil 5Mbit"),
                    "class",
                    "show",
                    "dev",
                    "eth0");
            host.send(NotificationFrames.ipv4(1_000_000));
            host.awaitMetric(port, refused("notifications", "replayed"), 1);
            host.send(NotificationFrames.ipv4(1_010_000));
            host.awaitMetric(port, refused("notifications", "too-early"), 1);
            host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 2000, 1)));
            host.awaitMetric(port, refused("feedback", "other-reaction"), 1);
            assertThatThrownBy(() -> program.receive(new DatagramPacket(new byte[100], 100)))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void markedDatagramsAreAnsweredOncePerInterval() throws Exception {
        try (DatagramSocket program = AgentHost.in(host.here, () -> new DatagramSocket(5000))) {
            program.setSoTimeout(10_000);
            // An interval so long that a test cannot last for two.
            Path file = Files.createTempFile("agent", ".json");
            Files.writeString(
                    file, "{\"reaction\": {\"kind\": \"dcqcn\", \"cnpIntervalMs\": 3600000}}");
            int port = startAgent("--config", file.toString());
            byte[] payload = new byte[1000];
            for (int i = 0; i < 20; i++) {
                host.send(NotificationFrames.with(payload, ECT_0));
            }
            for (int i = 0; i < 20; i++) {
                host.send(NotificationFrames.with(payload, CE));
            }
            byte[] answer = host.awaitFrame(AgentNotificationTest::isNotification);
            assertThat(answer).startsWith(0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 1);
            for (int i = 0; i < 40; i++) {
                // Data reaches the program, marked or not.
                program.receive(new DatagramPacket(new byte[2000], 2000));
            }
            List<byte[]> more =
                    host.frames().stream().filter(AgentNotificationTest::isNotification).toList();
            assertThat(more).isEmpty();
            host.awaitMetric(port, "weir_agent_notifications_sent_total", 1);
            Files.delete(file);
        }
    }

    @Test
    void anAgentThatObeysFeedbackTakesNotificationsOffToo() throws Exception {
        try (DatagramSocket program = AgentHost.in(host.here, () -> new DatagramSocket(5000))) {
            program.setSoTimeout(1000);
            int port = startAgent();
            host.send(NotificationFrames.ipv4(1));
            host.awaitMetric(port, refused("notifications", "other-reaction"), 1);
            assertThat(host.metric(port, "weir_agent_flows")).isZero();
            assertThatThrownBy(() -> program.receive(new DatagramPacket(new byte[100], 100)))
                    .isInstanceOf(SocketTimeoutException.class);
            // It answers no marks.
            host.send(NotificationFrames.with(new byte[100], CE));
            program.receive(new DatagramPacket(new byte[100], 100));
            assertThat(host.frames()).noneMatch(AgentNotificationTest::isNotification);
        }
    }
}
