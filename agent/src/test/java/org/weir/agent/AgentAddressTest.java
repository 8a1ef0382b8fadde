// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Feedback that passes an agent's interface and is meant for another one; skipped where namespaces
 * cannot be made.
 */
@Timeout(240)
class AgentAddressTest {
    private static final String OTHER = "10.0.0.9";
    private static final int WAIT_MS = 10_000;

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

    private int startAgent() throws Exception {
        host.start("--any-socket", "--metrics", "127.0.0.1:0");
        int port = Integer.parseInt(host.await("metrics are at port").replaceAll(".* ", ""));
        host.await("obeys feedback");
        return port;
    }

    @Test
    void framesOfAVlanAreNotTheInterfacesOwn() throws Exception {
        int port = startAgent();
        host.send(FeedbackFrames.tagged(FeedbackFrames.message(8000, 4000, 1), 100));
        host.send(FeedbackFrames.tagged(FeedbackFrames.message(8000, 4000, 2), 0));
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 3)));
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 3)));
        host.awaitMetric(port, refused("replayed"), 1);
        assertThat(host.metric(port, "weir_agent_feedback_accepted_total{class=\"1\"}"))
                .isEqualTo(2);
    }

    @Test
    void feedbackToAnAddressIsTakenOffOnlyWhileTheInterfaceHasIt() throws Exception {
        host.ip("address", "add", OTHER + "/32", "dev", "lo");
        try (DatagramSocket program =
                AgentHost.in(
                        host.here,
                        () ->
                                new DatagramSocket(
                                        new InetSocketAddress(
                                                InetAddress.getByName(OTHER), 5000)))) {
            program.setSoTimeout(WAIT_MS);
            int port = startAgent();
            host.send(FeedbackFrames.to(OTHER, FeedbackFrames.message(8000, 4000, 1)));
            program.receive(new DatagramPacket(new byte[100], 100));
            host.awaitMetric(port, refused("foreign-address"), 1);

            String before = host.tc("filter", "show", "dev", "eth0", "ingress");
            host.ip("address", "del", OTHER + "/32", "dev", "lo");
            host.ip("address", "add", OTHER + "/24", "dev", "eth0");
            host.awaitTc(text -> !text.equals(before), "filter", "show", "dev", "eth0", "ingress");
            awaitAccepted(port, message -> FeedbackFrames.to(OTHER, message));
            byte[] other = FeedbackFrames.message(8000, 4000, 3).toPayload();
            other[0] = 0;
            host.send(FeedbackFrames.payloadTo(OTHER, other));
            DatagramPacket next = new DatagramPacket(new byte[100], 100);
            program.receive(next);
            assertThat(next.getData()[0]).as("not the feedback before").isZero();
        }
    }

    /** As while DHCP starts anew, or of a bridge's port. */
    @Test
    void anInterfaceWithoutAddressesIsThereAndGetsFeedbackWhenItHasOne() throws Exception {
        host.ip("address", "flush", "dev", "eth0");
        int port = startAgent();
        String before = host.tc("filter", "show", "dev", "eth0", "ingress");
        host.send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, 1)));
        host.awaitMetric(port, refused("foreign-address"), 1);
        host.ip("address", "add", "10.0.0.1/24", "dev", "eth0");
        host.awaitTc(text -> !text.equals(before), "filter", "show", "dev", "eth0", "ingress");
        awaitAccepted(port, FeedbackFrames::ipv4);
    }

    /**
     * Sends feedback until some is accepted: the filter may know an address up to a second before
     * the check of feedback does.
     */
    private void awaitAccepted(int port, Function<FeedbackMessage, byte[]> frame) throws Exception {
        for (int number = 2;
                host.metric(port, "weir_agent_feedback_accepted_total{class=\"1\"}") == 0;
                number++) {
            assertThat(number).as("feedback packets sent").isLessThan(100);
            host.send(frame.apply(FeedbackFrames.message(8000, 4000, number)));
            Thread.sleep(200);
        }
    }

    private static String refused(String reason) {
        return "weir_agent_feedback_refused_total{reason=\"" + reason + "\"}";
    }
}
