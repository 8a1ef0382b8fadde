// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON form of the results of a soak. A part that was not reached or asked for is null. */
final class SoakJson {
    private SoakJson() {}

    /** A result as an object. */
    static ObjectNode of(SoakResult result) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("network", result.network());
        node.put("perFlow", result.perFlow());
        node.put("policy", result.policy());
        node.put("switches", result.size().switches());
        node.put("hosts", result.size().hosts());
        node.put("links", result.size().links());
        node.putObject("foundSeconds")
                .put("switches", result.found().switches())
                .put("links", result.found().links())
                .put("hosts", result.found().hosts())
                .put("settings", result.found().settings());
        node.set("programmed", programmed(result.programmed()));
        node.set("quiet", quiet(result.quiet()));
        node.set("idle", idle(result.idle()));
        ArrayNode events = node.putArray("events");
        for (SoakResult.Event event : result.events()) {
            ObjectNode each = events.addObject().put("name", event.name());
            putLoss(each, event.loss());
            each.put("backSeconds", event.backSeconds());
        }
        node.set("policyChanges", policyChanges(result.policyChanges()));
        node.set("classifiers", classifiers(result.classifiers()));
        node.put("failure", result.failure());
        return node;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode programmed(SoakResult.Programmed programmed) {
        return programmed == null
                ? null
                : object().put("rules", programmed.rules())
                        .put("seconds", programmed.seconds())
                        .put("rulesPerSecond", programmed.rulesPerSecond());
    }

    private static ObjectNode quiet(SoakResult.Quiet quiet) {
        if (quiet == null) {
            return null;
        }
        ObjectNode node =
                object().put("seconds", quiet.seconds())
                        .put("linksLeast", quiet.leastLinks())
                        .put("sentPackets", quiet.traffic().sentPackets())
                        .put("lostPackets", quiet.traffic().lostPackets())
                        .put("onosCores", quiet.onosCores())
                        .put("networkCores", quiet.networkCores())
                        .put("onosResidentBytes", quiet.onosResidentBytes())
                        .put("networkResidentBytes", quiet.networkResidentBytes());
        node.set("restMs", percentiles(quiet.rest()));
        SoakResult.Loop loop = quiet.loop();
        ObjectNode times =
                node.putObject("loop")
                        .put("confirmed", loop.confirmed())
                        .put("failed", loop.failed());
        times.set("fromReadingMs", percentiles(loop.fromReading()));
        times.set("fromReportMs", percentiles(loop.fromReport()));
        times.set("writeMs", percentiles(loop.write()));
        return node;
    }

    private static ObjectNode idle(SoakResult.Idle idle) {
        return idle == null
                ? null
                : object().put("seconds", idle.seconds())
                        .put("sentPackets", idle.sentPackets())
                        .put("onosCores", idle.onosCores())
                        .put("networkCores", idle.networkCores());
    }

    private static ObjectNode policyChanges(SoakResult.PolicyChanges changes) {
        if (changes == null) {
            return null;
        }
        ObjectNode node =
                object().put("sent", changes.sent())
                        .put("accepted", changes.accepted())
                        .put("seconds", changes.seconds())
                        .put("settledSeconds", changes.settledSeconds())
                        .put("refusal", changes.refusal());
        node.set("answersMs", percentiles(changes.answers()));
        putLoss(node, changes.loss());
        return node;
    }

    private static ObjectNode classifiers(SoakResult.Classifiers classifiers) {
        if (classifiers == null) {
            return null;
        }
        ObjectNode node = object().put("matchRules", classifiers.rules());
        node.set("installed", replacement(classifiers.installed()));
        node.set("restored", replacement(classifiers.restored()));
        return node;
    }

    private static ObjectNode replacement(SoakResult.Replacement replacement) {
        if (replacement == null) {
            return null;
        }
        ObjectNode node =
                object().put("answerMs", replacement.answerMs())
                        .put("rules", replacement.rules())
                        .put("seconds", replacement.seconds())
                        .put("rulesPerSecond", replacement.rulesPerSecond());
        node.set("restMs", percentiles(replacement.rest()));
        putLoss(node, replacement.loss());
        return node.put("failure", replacement.failure());
    }

    private static ObjectNode percentiles(Percentiles times) {
        return object().put("samples", times.samples())
                .put("p50", times.p50Ms())
                .put("p99", times.p99Ms());
    }

    private static void putLoss(ObjectNode node, FlowLoss loss) {
        node.put("lostPackets", loss.lostPackets())
                .put("lostFlows", loss.flows())
                .put("lostMs", loss.lostMs());
    }
}
