// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.lab.packet.ArpPacket;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * ARP packets on h2's interface, in PMQECN's Fig. 6, that announce h5's address as h2's, while h1
 * sends to h5.
 */
final class SourceSteps implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration WAIT = Duration.ofSeconds(120);
    private static final String ADDRESS = "10.0.0.5";
    private static final String H2 = "00:00:00:00:00:02";
    private static final String H5 = "00:00:00:00:00:05";
    private static final int POLL_MS = 100;
    private static final int PORT = 6401;
    private static final double RATE_BPS = 2e6;

    private final RunningWeir weir;
    private final String credentials;
    private final HostPort wire;
    private final PacedFlow victim;
    private volatile boolean ending;

    /**
     * Starts the flow.
     *
     * @param weir run with {@code --hosts netns}
     * @param credentials {@code USER:PASSWORD} for ONOS
     */
    SourceSteps(RunningWeir weir, String credentials) throws IOException {
        this.weir = weir;
        this.credentials = credentials;
        victim = PacedFlow.program(weir.pid(), "h1", PORT, PORT, 0, RATE_BPS);
        wire =
                NetworkNamespace.call(
                        "weirhost-" + weir.pid() + "-h2", () -> PacketSocketPort.open("eth0"));
    }

    /**
     * Takes all steps.
     *
     * @param rest changes the policy
     */
    void run(PolicyByRest rest) throws Exception {
        rest.putEdge(port -> port.putArray("sources").add("10.0.0.2"));
        victim.awaitGoodput("before", part -> part > 0.95, WAIT);
        Thread attack = new Thread(this::announce, "announcing host");
        attack.setDaemon(true);
        attack.start();
        await("an alert", () -> any("alerts", each -> is(each, "kind", "address-refused")));
        victim.awaitGoodput("while h2 announces", part -> part > 0.95, WAIT);
        assertThat(isAt(H2)).as("h5's address is h2's").isFalse();
        assertThat(isAt(H5)).as("h5's address is its own").isTrue();

        // What the packets do where the policy has no sources.
        rest.putEdge(port -> port.put("dscp", "trust"));
        await("h5's address at h2", () -> isAt(H2));
        victim.awaitGoodput("without sources", part -> part < 0.5, WAIT);
    }

    private void announce() {
        byte[] frame =
                ArpPacket.gratuitous(MacAddress.parse(H2), IpAddress.parse(ADDRESS))
                        .toFrame(MacAddress.BROADCAST);
        try {
            while (!ending) {
                wire.send(frame, 0, frame.length);
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if the controller takes h5's address for that of the host with a MAC address. */
    private boolean isAt(String mac) throws Exception {
        return any(
                "hosts",
                each ->
                        each.path("host").asText().toLowerCase(Locale.ROOT).startsWith(mac)
                                && StreamSupport.stream(each.path("addresses").spliterator(), false)
                                        .anyMatch(one -> is(one, "address", ADDRESS)));
    }

    private static boolean is(JsonNode object, String field, String value) {
        return object.path(field).asText().equals(value);
    }

    private boolean any(String list, Predicate<JsonNode> wanted) throws Exception {
        String json = weir.get("/onos/weir/v1/" + list, credentials).body();
        return StreamSupport.stream(JSON.readTree(json).path(list).spliterator(), false)
                .anyMatch(wanted);
    }

    /** Condition to wait for. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(endNs);
            Thread.sleep(POLL_MS);
        }
    }

    @Override
    public void close() throws IOException {
        ending = true;
        wire.close();
        victim.close();
    }
}
