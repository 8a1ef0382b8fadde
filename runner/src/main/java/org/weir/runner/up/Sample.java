// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.weir.lab.network.FlowReport;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.runner.host.HostFrames;

/**
 * One reading of the whole system.
 *
 * @param timeSeconds since the command started
 * @param networkAnswers whether the network answered; if not, flows and feedback are as they were
 *     last
 * @param onosAnswers whether ONOS answered; if not, what it knows is as it was last
 * @param devices switches that ONOS is connected to
 * @param links directed links that ONOS has found
 * @param hosts hosts that ONOS has found
 * @param resolves rounds of the controller that led to new settings
 * @param ports the application's ports with their classes, as its REST interface gives them
 * @param unreachable devices that are not connected, with the reasons
 * @param flows counts and delays of flows at the hosts
 * @param hostFrames frames of the hosts that are network namespaces; empty for others
 * @param feedback times from the crossing of a threshold to the feedback's arrival at the sender
 * @param isFeedbackTimed true if the switches have the network's clock; without it the times of
 *     feedback say nothing
 * @param lagNs longest delay of the network behind the wall clock since the last sample, ns
 */
record Sample(
        double timeSeconds,
        boolean networkAnswers,
        boolean onosAnswers,
        int devices,
        int links,
        int hosts,
        long resolves,
        JsonNode ports,
        List<String> unreachable,
        List<FlowReport> flows,
        List<HostFrames> hostFrames,
        LatencyHistogram feedback,
        boolean isFeedbackTimed,
        long lagNs) {
    private static final double NS_PER_MS = 1e6;

    /** Sample before ONOS has answered. */
    static Sample empty() {
        return new Sample(
                0,
                false,
                false,
                0,
                0,
                0,
                0,
                JsonNodeFactory.instance.arrayNode(),
                List.of(),
                List.of(),
                List.of(),
                new LatencyHistogram(),
                true,
                0);
    }

    /** Whether the controller has solved settings. */
    boolean isSolved() {
        return resolves > 0;
    }

    /** One line of the file of samples. */
    ObjectNode toJson() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("timeSeconds", timeSeconds);
        node.put("networkAnswers", networkAnswers);
        node.put("onosAnswers", onosAnswers);
        node.put("devices", devices);
        node.put("links", links);
        node.put("hosts", hosts);
        node.put("resolves", resolves);
        node.put("lagMs", lagNs / NS_PER_MS);
        node.set("feedback", feedbackJson());
        ArrayNode unreachableNode = node.putArray("unreachable");
        unreachable.forEach(unreachableNode::add);
        node.set("ports", ports);
        ArrayNode flowNodes = node.putArray("flows");
        for (FlowReport flow : flows) {
            ObjectNode flowNode = flowNodes.addObject();
            flowNode.put("name", flow.name());
            flowNode.put("class", flow.className());
            flowNode.put("from", flow.from());
            flowNode.put("to", flow.to());
            flowNode.put("offeredPackets", flow.offeredPackets());
            flowNode.put("overflowPackets", flow.overflowPackets());
            flowNode.put("backlogPackets", flow.backlogPackets());
            flowNode.put("sentPackets", flow.sentPackets());
            flowNode.put("receivedPackets", flow.receivedPackets());
            flowNode.put("receivedBytes", flow.receivedBytes());
            flowNode.put("lostPackets", flow.lostPackets());
            flowNode.put("markedPackets", flow.markedPackets());
            flowNode.put("feedbackPackets", flow.feedbackPackets());
            flowNode.put("allowedRateBps", flow.allowedRateBps());
            flowNode.putObject("delayMs")
                    .put("p50", delayMs(flow, flow.delayP50Ns()))
                    .put("p99", delayMs(flow, flow.delayP99Ns()));
        }
        writeHostFrames(node);
        return node;
    }

    /** Writes {@code hostFrames} if hosts are network namespaces. */
    void writeHostFrames(ObjectNode node) {
        if (hostFrames.isEmpty()) {
            return;
        }
        ArrayNode hostNodes = node.putArray("hostFrames");
        for (HostFrames host : hostFrames) {
            ObjectNode hostNode = hostNodes.addObject();
            hostNode.put("host", host.host());
            hostNode.put("sent", host.sentFrames());
            hostNode.put("received", host.receivedFrames());
            hostNode.putObject("lost")
                    .put("overflow", host.overflowFrames())
                    .put("missed", host.missedFrames())
                    .put("unreadable", host.unreadableFrames())
                    .put("refused", host.refusedFrames());
        }
    }

    private static Double delayMs(FlowReport flow, long delayNs) {
        return flow.isDelayKnown() ? delayNs / NS_PER_MS : null;
    }

    /** The feedback that has reached the senders. */
    ObjectNode feedbackJson() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("packets", feedback.count());
        node.putObject("latencyMs")
                .put("p50", feedbackMs(0.5).orElse(null))
                .put("p99", feedbackMs(0.99).orElse(null));
        return node;
    }

    /** A percentile of the time of feedback, ms; empty if it is not known. */
    Optional<Double> feedbackMs(double part) {
        return isFeedbackTimed && feedback.count() > 0
                ? Optional.of(feedback.percentileNs(part) / NS_PER_MS)
                : Optional.empty();
    }
}
