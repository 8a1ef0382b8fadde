// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.runner.onos.OnosClient;

/** Changes the policy of a running network by REST, as an operator's program does. */
final class SoakPolicy {
    /** Most match rules that can be added; a switch's entries have one priority each. */
    static final int MOST_CLASSIFIERS = 30_000;

    /** Time in which all changes of classes are sent. */
    static final Duration CHANGES_LENGTH = Duration.ofSeconds(60);

    private static final Duration CHANGE_WITHIN = Duration.ofSeconds(10);
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(10);
    private static final Duration POLICY_WITHIN = Duration.ofSeconds(60);
    private static final Duration RULES_WITHIN = Duration.ofSeconds(600);

    /**
     * Time for which a policy is retried. A switch that answers late is asked again; a policy
     * refused for so long counts as refused.
     */
    static final Duration REFUSED_FOR = Duration.ofSeconds(120);

    /** Time after changes in which losses count as theirs. */
    static final Duration QUIET_AFTER = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(250);

    private static final String POLICY = "weir/v1/policy";
    private static final String CLASSES_REFUSED = "classes-refused";

    private final OnosClient client;
    private final SoakWatch watch;
    private final Map<String, Double> packetsPerSecond;
    private final Duration refusedFor;
    private final Duration quietAfter;

    /**
     * @param packetsPerSecond packets that each flow sends per second while nothing is done to the
     *     network, by its name
     * @param refusedFor time for which a refused policy is retried: {@link #REFUSED_FOR} where
     *     switches decide
     * @param quietAfter time after changes in which losses count as theirs: {@link #QUIET_AFTER}
     *     where there is traffic
     */
    SoakPolicy(
            OnosClient client,
            SoakWatch watch,
            Map<String, Double> packetsPerSecond,
            Duration refusedFor,
            Duration quietAfter) {
        this.client = client;
        this.watch = watch;
        this.packetsPerSecond = packetsPerSecond;
        this.refusedFor = refusedFor;
        this.quietAfter = quietAfter;
    }

    /**
     * Changes the importance of one class after the other, between the policy's value and twice
     * that; then puts the old policy back.
     *
     * @param count number of changes, at least 1
     * @param length time over which they are spread evenly
     */
    SoakResult.PolicyChanges change(int count, Duration length)
            throws IOException, InterruptedException {
        JsonNode policy = client.get(POLICY);
        Map<String, Double> wanted = new HashMap<>();
        SoakReading before = watch.next();
        List<Double> answersMs = new ArrayList<>();
        String refusal = null;
        long beganNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            watch.sleepUntil(beganNs + length.toNanos() / count * i);
            Change change = Change.of(policy.path("classes"), i, count);
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            long sentNs = System.nanoTime();
            try {
                client.put(
                        "weir/v1/classes/" + encoded(change.name()),
                        body.put("importance", change.importance()),
                        CHANGE_WITHIN);
                answersMs.add(millisSince(sentNs));
                wanted.put(change.name(), change.importance());
            } catch (IOException e) {
                refusal = refusal == null ? e.getMessage() : refusal;
            }
        }
        double seconds = SoakWatch.secondsSince(beganNs);
        Double settledSeconds = awaitSettled(wanted);
        watch.sleep(quietAfter);
        FlowLoss loss = FlowLoss.between(before, watch.next(), packetsPerSecond);
        client.put(POLICY, policy, POLICY_WITHIN);
        awaitSettled(Map.of());
        return new SoakResult.PolicyChanges(
                count,
                answersMs.size(),
                seconds,
                Percentiles.of(answersMs),
                loss,
                settledSeconds,
                refusal);
    }

    /**
     * A change of a class.
     *
     * @param importance its new importance
     */
    record Change(String name, double importance) {
        /** The change at a place, from 0; the last change of each class doubles its importance. */
        static Change of(JsonNode classes, int place, int count) {
            JsonNode each = classes.path(place % classes.size());
            int changesToCome = (count - 1 - place) / classes.size();
            double old = each.path("importance").asDouble(1);
            return new Change(each.path("name").asText(), changesToCome % 2 == 0 ? 2 * old : old);
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static double millisSince(long beganNs) {
        return (System.nanoTime() - beganNs) / 1e6;
    }

    /**
     * Seconds until the policy has the importances wanted and every port has settings for it; null
     * when that is not in time.
     */
    private Double awaitSettled(Map<String, Double> wanted)
            throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < SETTLED_WITHIN.toNanos()) {
            try {
                if (isAsWanted(client.get(POLICY).path("classes"), wanted)
                        && client.get("weir/v1/loop").path("behindPorts").asInt(1) == 0) {
                    return SoakWatch.secondsSince(beganNs);
                }
            } catch (IOException e) {
                // It is asked again.
            }
            watch.sleep(POLL);
        }
        return null;
    }

    private static boolean isAsWanted(JsonNode classes, Map<String, Double> wanted) {
        for (JsonNode each : classes) {
            Double importance = wanted.get(each.path("name").asText());
            if (importance != null && each.path("importance").asDouble(1) != importance) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds match rules to the policy, waits until all switches have confirmed them, and puts the
     * old policy back.
     *
     * @param count number of rules, 1 to {@link #MOST_CLASSIFIERS}
     */
    SoakResult.Classifiers classify(int count) throws IOException, InterruptedException {
        ObjectNode policy = (ObjectNode) client.get(POLICY);
        SoakResult.Replacement installed = replace(withRules(policy, count));
        SoakResult.Replacement restored = installed.answerMs() == null ? null : replace(policy);
        return new SoakResult.Classifiers(count, installed, restored);
    }

    /**
     * The policy with more match rules in its last class, where they go last. Each is for the
     * packets of another source among the addresses for benchmarks (RFC 2544), of which nobody here
     * sends any.
     */
    static ObjectNode withRules(ObjectNode policy, int count) {
        ObjectNode copy = policy.deepCopy();
        JsonNode classes = copy.path("classes");
        ArrayNode match = ((ObjectNode) classes.path(classes.size() - 1)).withArray("match");
        for (int i = 0; i < count; i++) {
            match.addObject()
                    .put(
                            "source",
                            "198." + (18 + (i >> 16)) + "." + (i >> 8 & 0xFF) + "." + (i & 0xFF));
        }
        return copy;
    }

    private SoakResult.Replacement replace(ObjectNode policy)
            throws IOException, InterruptedException {
        SoakReading before = watch.next();
        long rulesBefore = rules(client.get("weir/v1/devices"));
        Set<String> refusedBefore = refused();
        long beganNs = System.nanoTime();
        double answerMs;
        try {
            client.put(POLICY, policy, POLICY_WITHIN);
            answerMs = millisSince(beganNs);
        } catch (IOException e) {
            return new SoakResult.Replacement(
                    null,
                    0,
                    null,
                    Percentiles.of(List.of()),
                    FlowLoss.between(before, watch.next(), packetsPerSecond),
                    e.getMessage());
        }
        List<Double> restMs = new ArrayList<>();
        Double seconds = null;
        String failure = "not confirmed within " + RULES_WITHIN.toSeconds() + " s";
        long acceptedNs = beganNs;
        while (System.nanoTime() - beganNs < RULES_WITHIN.toNanos()) {
            try {
                if (isInForce(client.get("weir/v1/devices"))) {
                    seconds = SoakWatch.secondsSince(beganNs);
                    failure = null;
                    break;
                }
                Set<String> refused = refused();
                refused.removeAll(refusedBefore);
                if (refused.isEmpty()) {
                    acceptedNs = System.nanoTime();
                } else if (System.nanoTime() - acceptedNs > refusedFor.toNanos()) {
                    failure = "refused by " + String.join("; ", refused);
                    break;
                }
                long askedNs = System.nanoTime();
                client.get("weir/v1/ports");
                restMs.add(millisSince(askedNs));
            } catch (IOException e) {
                // An ONOS that is busy answers late; it is asked again.
            }
            watch.sleep(POLL);
        }
        watch.sleep(quietAfter);
        return new SoakResult.Replacement(
                answerMs,
                rules(client.get("weir/v1/devices")) - rulesBefore,
                seconds,
                Percentiles.of(restMs),
                FlowLoss.between(before, watch.next(), packetsPerSecond),
                failure);
    }

    /** Switches that refuse match rules, and why. */
    private Set<String> refused() throws IOException, InterruptedException {
        Set<String> refused = new HashSet<>();
        for (JsonNode alert : client.get("weir/v1/alerts").path("alerts")) {
            if (alert.path("kind").asText().equals(CLASSES_REFUSED)) {
                refused.add(alert.path("subject").asText() + ": " + alert.path("text").asText());
            }
        }
        return refused;
    }

    private boolean isInForce(JsonNode answer) {
        int inForce = 0;
        for (JsonNode device : answer.path("devices")) {
            inForce += device.path("classesInForce").asBoolean() ? 1 : 0;
        }
        return inForce == watch.size().switches();
    }

    /** Flow rules that all switches together have confirmed. */
    static long rules(JsonNode answer) {
        long rules = 0;
        for (JsonNode device : answer.path("devices")) {
            rules += device.path("confirmedRules").asLong();
        }
        return rules;
    }
}
