// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.weir.lab.network.FlowReport;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.runner.host.HostFrames;

/** Readings of a system that is not there. */
final class Samples {
    private Samples() {}

    /** A flow of a class with so many packets, and delays of 1 and 2 ms per {@code delayMs}. */
    static FlowReport flow(String name, String className, long sent, long lost, long delayMs) {
        return new FlowReport(
                name,
                className,
                "h1",
                "h2",
                1000,
                sent,
                0,
                0,
                sent,
                sent - lost,
                (sent - lost) * 1000,
                lost,
                0,
                delayMs * 1_000_000,
                2 * delayMs * 1_000_000,
                10_000_000,
                0);
    }

    /** Ports 1 to {@code count}, of which the first {@code idle} have no traffic. */
    static ArrayNode ports(int count, int idle) {
        ArrayNode ports = JsonNodeFactory.instance.arrayNode();
        for (int i = 1; i <= count; i++) {
            ObjectNode port = ports.addObject().put("device", "device:s1").put("port", i);
            port.putArray("classes")
                    .addObject()
                    .put("name", "A")
                    .put("offeredBps", i <= idle ? 0 : i * 1000);
        }
        return ports;
    }

    /** A sample of a time with what ONOS has found. */
    static Sample found(double timeSeconds, int devices, int links, int hosts) {
        return sample(timeSeconds, true, devices, links, hosts, List.of());
    }

    /** A sample of a time in which ONOS does not answer. */
    static Sample silent(double timeSeconds) {
        return sample(timeSeconds, false, 0, 0, 0, List.of());
    }

    /** A sample with links and flows. */
    static Sample traffic(boolean answers, int links, FlowReport... flows) {
        return sample(1, answers, 2, links, 2, List.of(flows));
    }

    private static Sample sample(
            double timeSeconds,
            boolean answers,
            int devices,
            int links,
            int hosts,
            List<FlowReport> flows) {
        return new Sample(
                timeSeconds,
                true,
                answers,
                devices,
                links,
                hosts,
                0,
                JsonNodeFactory.instance.arrayNode(),
                List.of(),
                flows,
                List.of(),
                new LatencyHistogram(),
                true,
                0);
    }

    /** A sample with ports and flows. */
    static Sample table(ArrayNode ports, List<FlowReport> flows, List<String> unreachable) {
        return new Sample(
                1,
                true,
                true,
                2,
                2,
                2,
                1,
                ports,
                unreachable,
                flows,
                List.of(),
                new LatencyHistogram(),
                true,
                0);
    }

    /** A sample with hosts that are network namespaces. */
    static Sample hosts(HostFrames... hosts) {
        return new Sample(
                1,
                true,
                true,
                2,
                2,
                hosts.length,
                1,
                JsonNodeFactory.instance.arrayNode(),
                List.of(),
                List.of(),
                List.of(hosts),
                new LatencyHistogram(),
                true,
                0);
    }

    /** A sample with feedback. */
    static Sample feedback(LatencyHistogram feedback, boolean isTimed) {
        return new Sample(
                1,
                true,
                true,
                2,
                2,
                2,
                1,
                JsonNodeFactory.instance.arrayNode(),
                List.of(),
                List.of(),
                List.of(),
                feedback,
                isTimed,
                0);
    }
}
