// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;

/** Entries of every table that forwarding uses, for the frames of {@link ForwardingFrames}. */
public final class ForwardingRules {

    private static final String SET_OUTPUT = WeirIngress.Forwarding.SET_OUTPUT;
    private static final String SET_GROUP = WeirIngress.Forwarding.SET_GROUP;
    private static final int NETWORK = ForwardingFrames.NETWORK;
    private static final BigInteger NETWORK_6 = ForwardingFrames.NETWORK_6;
    private static final int COPIED_PORT = ForwardingFrames.COPIED_PORT;

    private final BothPrograms both;

    private ForwardingRules(BothPrograms both) {
        this.both = both;
    }

    /** Adds the entries to all programs. */
    public static void addTo(BothPrograms both) {
        ForwardingRules rules = new ForwardingRules(both);
        rules.addRoutes();
        rules.addClasses();
        rules.addSettings();
        rules.addAccessList();
        rules.addControllerLimits();
    }

    private void addRoutes() {
        route(1, 24, SET_OUTPUT, "port", 2);
        route(2, 24, SET_GROUP, Parameters.GROUP_ID, 7);
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | 2 << 8 | 128, 25)),
                SET_OUTPUT,
                Map.of("port", 3L),
                "port");
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | 3 << 8, 24)),
                WeirIngress.Forwarding.DROP,
                Map.of());
        route6(1, 48, SET_OUTPUT, "port", 5);
        route6(2, 48, SET_GROUP, Parameters.GROUP_ID, 700);
        // Longer than the one before.
        route6(2, 64, SET_OUTPUT, "port", 6);
        for (long group : new long[] {7, 700}) {
            for (long bucket = 0; bucket < 16; bucket++) {
                both.add(
                        WeirIngress.Forwarding.NEXT_HOPS,
                        0,
                        Map.of(
                                MatchFields.GROUP_ID,
                                KeyMatch.exact(group),
                                MatchFields.BUCKET,
                                KeyMatch.exact(bucket)),
                        SET_OUTPUT,
                        Map.of("port", 1 + (bucket * 5 + group) % BothPrograms.PORTS),
                        "port");
            }
        }
    }

    private void route(int network, int length, String action, String parameter, long value) {
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | network << 8, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void route6(int network, int length, String action, String parameter, long value) {
        BigInteger prefix = NETWORK_6.or(BigInteger.valueOf(network).shiftLeft(80));
        both.add(
                WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                Map.of(MatchFields.IPV6_DST, new KeyMatch.Lpm(prefix, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void addClasses() {
        for (String table :
                List.of(WeirIngress.Classifier.IPV4_CLASSES, WeirIngress.Classifier.IPV6_CLASSES)) {
            classify(table, 1, 3, Map.of());
            classify(table, 40, 0, Map.of(MatchFields.DSCP, KeyMatch.ternary(46, 63)));
            classify(table, 30, 1, Map.of(MatchFields.L4_DST_PORT, KeyMatch.range(5000, 5999)));
            classify(table, 35, 2, Map.of(MatchFields.L4_SRC_PORT, KeyMatch.range(5990, 65_535)));
            classify(table, 20, 5, Map.of(MatchFields.INGRESS_PORT, KeyMatch.ternary(4, 0x1FF)));
            classify(table, 10, 6, Map.of(MatchFields.IP_PROTOCOL, KeyMatch.ternary(6, 0xFF)));
            addTagClasses(table);
        }
        classify(
                WeirIngress.Classifier.IPV4_CLASSES,
                50,
                4,
                Map.of(MatchFields.IPV4_SRC, KeyMatch.ternary(17, 0xFF)));
        classify(
                WeirIngress.Classifier.IPV6_CLASSES,
                50,
                4,
                Map.of(MatchFields.IPV6_SRC, KeyMatch.ternary(17, 0xFF)));
    }

    /** Rules for VLAN and priority of each tag, and for packets without tags. */
    private void addTagClasses(String table) {
        KeyMatch yes = KeyMatch.ternary(1, 1);
        KeyMatch no = KeyMatch.ternary(0, 1);
        KeyMatch priority = KeyMatch.ternary(3, 7);
        classify(
                table,
                45,
                2,
                Map.of(
                        MatchFields.HAS_VLAN_TAG,
                        yes,
                        MatchFields.VLAN_ID,
                        KeyMatch.ternary(100, 0xFFF)));
        classify(
                table,
                44,
                4,
                Map.of(
                        MatchFields.HAS_INNER_VLAN_TAG,
                        yes,
                        MatchFields.INNER_VLAN_ID,
                        KeyMatch.ternary(1000, 0xFFF)));
        classify(
                table,
                43,
                6,
                Map.of(MatchFields.HAS_INNER_VLAN_TAG, yes, MatchFields.INNER_VLAN_PCP, priority));
        classify(
                table,
                42,
                0,
                Map.of(MatchFields.HAS_VLAN_TAG, yes, MatchFields.VLAN_PCP, priority));
        classify(
                table,
                15,
                1,
                Map.of(
                        MatchFields.HAS_VLAN_TAG,
                        no,
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(17, 0xFF)));
        classify(
                table,
                5,
                4,
                Map.of(MatchFields.HAS_VLAN_TAG, yes, MatchFields.HAS_INNER_VLAN_TAG, no));
        classify(table, 4, 5, Map.of(MatchFields.HAS_INNER_VLAN_TAG, yes));
    }

    private void classify(String table, int priority, long classId, Map<String, KeyMatch> match) {
        both.add(
                table,
                priority,
                match,
                WeirIngress.Classifier.SET_CLASS,
                Map.of(Parameters.CLASS_ID, classId),
                Parameters.CLASS_ID);
    }

    private void addSettings() {
        for (long port = 1; port <= BothPrograms.PORTS; port++) {
            long generation = port % 2;
            both.add(
                    WeirIngress.QueueSettings.GENERATIONS,
                    0,
                    Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(port)),
                    WeirIngress.QueueSettings.useGeneration(16384),
                    Map.of("generation", generation, Parameters.ROUND_PACKETS, 32L),
                    "generation",
                    Parameters.ROUND_PACKETS);
            for (long classId = 0; classId < 7; classId++) {
                Map<String, KeyMatch> match =
                        Map.of(
                                MatchFields.OUTPUT_PORT,
                                KeyMatch.exact(port),
                                MatchFields.CLASS_ID,
                                KeyMatch.exact(classId),
                                MatchFields.GENERATION,
                                KeyMatch.exact(generation));
                if (classId == 5) {
                    both.add(
                            WeirIngress.QueueSettings.SETTINGS,
                            0,
                            match,
                            WeirIngress.QueueSettings.SET_STRICT_PRIORITY,
                            Map.of("level", 2L),
                            "level");
                } else {
                    both.add(
                            WeirIngress.QueueSettings.SETTINGS,
                            0,
                            match,
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            Map.of(
                                    Parameters.WEIGHT_PACKETS,
                                    4L,
                                    Parameters.THRESHOLD_PACKETS,
                                    60_000L,
                                    Parameters.LIMIT_PACKETS,
                                    65_535L,
                                    Parameters.TARGET_RATE_KBPS,
                                    1000L,
                                    Parameters.FEEDBACK_INTERVAL_US,
                                    0xFFFF_FFFFL),
                            Parameters.WEIGHT_PACKETS,
                            Parameters.THRESHOLD_PACKETS,
                            Parameters.LIMIT_PACKETS,
                            Parameters.TARGET_RATE_KBPS,
                            Parameters.FEEDBACK_INTERVAL_US);
                }
            }
        }
    }

    private void addAccessList() {
        rule(
                100,
                WeirIngress.Acl.PUNT,
                Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(0x0806, 0xFFFF)));
        rule(
                100,
                WeirIngress.Acl.COPY_TO_CPU,
                Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(0x88CC, 0xFFFF)));
        rule(
                60,
                WeirIngress.Acl.COPY_TO_CPU,
                Map.of(
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(17, 0xFF),
                        MatchFields.L4_DST_PORT,
                        KeyMatch.ternary(COPIED_PORT, 0xFFFF)));
        rule(
                50,
                WeirIngress.Acl.DROP,
                Map.of(
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(6, 0xFF),
                        MatchFields.L4_DST_PORT,
                        KeyMatch.ternary(23, 0xFFFF)));
        rule(
                40,
                WeirIngress.Acl.DROP,
                Map.of(
                        MatchFields.INGRESS_PORT,
                        KeyMatch.ternary(3, 0x1FF),
                        MatchFields.IPV4_DST,
                        KeyMatch.ternary(NETWORK | 1 << 8 | 9, 0xFFFF_FFFFL)));
        rule(30, WeirIngress.Acl.DROP, Map.of(MatchFields.ETH_SRC, KeyMatch.ternary(0x66, 0xFF)));
        both.add(
                WeirIngress.Acl.ACL,
                20,
                Map.of(MatchFields.IPV4_SRC, KeyMatch.ternary(NETWORK | 77, 0xFFFF_FFFFL)),
                WeirIngress.Acl.SET_OUTPUT,
                Map.of("port", 7L),
                "port");
    }

    private void rule(int priority, String action, Map<String, KeyMatch> match) {
        both.add(WeirIngress.Acl.ACL, priority, match, action, Map.of());
    }

    /** The highest limits, so that the controller gets all that the access list asks for. */
    private void addControllerLimits() {
        for (long port = 1; port <= BothPrograms.PORTS; port++) {
            both.add(
                    WeirIngress.ToController.LIMITS,
                    0,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                    WeirIngress.ToController.LIMIT_FRAMES,
                    Map.of(Parameters.FRAMES, 65_535L),
                    Parameters.FRAMES);
        }
    }
}
