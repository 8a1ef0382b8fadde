// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.DirectCounter;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * A controller meets the same tables, keys, actions, parameters, counters and packet headers on
 * every target; what differs stands here with its reason, and a reason that no longer has its
 * difference fails too.
 */
class MirrorTest {

    private static final String ALL_PORTS =
            "a Tofino port number says pipe and port, so that 256 ports are managed and not 64";

    private static final String NO_HITS =
            "an action counts for one table there, and both tables of the classifier share theirs";

    private static final String TCAM =
            "the stages before the settings have no more TCAM; a range or an IPv6 prefix takes"
                    + " several places";

    private static final String DRAINS =
            "v1model's queues are virtual ones themselves, and it can multiply by a rate; on Tofino"
                    + " a class may have a virtual or phantom queue beside the ASIC's";

    private static final String WINDOWS =
            "Tofino's stateful ALUs neither multiply nor shift by a variable, so ABC's meter and"
                    + " mean have fixed windows, and its gamma is a power of two";

    /** Facts that are not the same on v1model and both builds for Tofino, with the reason. */
    private static final Map<String, String> REASONS =
            Map.ofEntries(
                    Map.entry("counter WeirIngress.virtual_queue.arrivals size", ALL_PORTS),
                    Map.entry("counter WeirIngress.virtual_queue.drops size", ALL_PORTS),
                    Map.entry("counter WeirIngress.virtual_queue.marks size", ALL_PORTS),
                    Map.entry("counter WeirIngress.virtual_queue.feedback size", ALL_PORTS),
                    Map.entry("counter WeirEgress.queue_statistics.departures size", ALL_PORTS),
                    Map.entry("counter WeirEgress.queue_statistics.delays size", ALL_PORTS),
                    Map.entry("table WeirIngress.queue_settings.generations size", ALL_PORTS),
                    Map.entry("table WeirIngress.queue_settings.settings size", ALL_PORTS),
                    Map.entry("table WeirEgress.telemetry.reporting size", ALL_PORTS),
                    Map.entry("direct counter WeirIngress.classifier.ipv4_hits", NO_HITS),
                    Map.entry("direct counter WeirIngress.classifier.ipv6_hits", NO_HITS),
                    Map.entry("table WeirIngress.classifier.ipv4_classes size", TCAM),
                    Map.entry("table WeirIngress.classifier.ipv6_classes size", TCAM),
                    Map.entry("table WeirIngress.forwarding.ipv6_routes size", TCAM),
                    Map.entry("table WeirEgress.virtual_drain.drains size", DRAINS),
                    Map.entry(
                            "table WeirEgress.virtual_drain.drains key"
                                    + " standard_metadata.egress_port",
                            DRAINS),
                    Map.entry("table WeirEgress.virtual_drain.drains key meta.class_id", DRAINS),
                    Map.entry("table WeirEgress.virtual_drain.drains key length_step", DRAINS),
                    Map.entry(
                            "table WeirEgress.virtual_drain.drains action"
                                    + " WeirEgress.virtual_drain.drain",
                            DRAINS),
                    Map.entry(
                            "table WeirEgress.virtual_drain.drains action"
                                    + " WeirEgress.virtual_drain.leave_real",
                            DRAINS),
                    Map.entry(
                            "table WeirEgress.virtual_drain.drains action"
                                    + " WeirEgress.virtual_drain.bound_rate",
                            DRAINS),
                    Map.entry("action WeirEgress.virtual_drain.bound_rate cost_ns", DRAINS),
                    Map.entry("action WeirEgress.virtual_drain.bound_rate threshold_ns", DRAINS),
                    Map.entry("action WeirEgress.virtual_drain.drain cost_ns", DRAINS),
                    Map.entry("action WeirEgress.virtual_drain.drain threshold_ns", DRAINS));

    /** More such facts of the build with CoDel and reverse path marking. */
    private static final Map<String, String> REASONS_OF_WEIR =
            Map.of(
                    "counter WeirEgress.aqm.marks size", ALL_PORTS,
                    "counter WeirEgress.aqm.drops size", ALL_PORTS,
                    "counter WeirEgress.aqm.reverse_marks size", ALL_PORTS,
                    "table WeirEgress.aqm.schemes size", ALL_PORTS,
                    "table WeirIngress.rpm.ack_ports size", ALL_PORTS);

    /** More such facts of the build with ABC (docs/abc.md). */
    private static final Map<String, String> REASONS_OF_ABC =
            Map.of(
                    "counter WeirIngress.activity_aqm.drops size", ALL_PORTS,
                    "table WeirIngress.activity_aqm.ports size", ALL_PORTS,
                    "table WeirIngress.activity_edge.ipv4_aggregates size", TCAM,
                    "table WeirIngress.activity_edge.ipv6_aggregates size", TCAM,
                    "action WeirIngress.activity_edge.meter_users memory_decay", WINDOWS,
                    "action WeirIngress.activity_aqm.drop_by_activity memory_decay", WINDOWS,
                    "action WeirIngress.activity_aqm.drop_by_activity gamma_packets", WINDOWS,
                    "action WeirIngress.activity_aqm.drop_by_activity gamma_log2_packets", WINDOWS);

    /**
     * Objects that the programs for Tofino do not have: a Tofino's action selectors remove a port
     * only when its driver asks for it, and hosts' questions for neighbours are the controller's
     * there (docs/fabric.md).
     */
    private static final List<String> NOT_ON_TOFINO =
            List.of(
                    "WeirIngress.fast_reroute.",
                    "WeirIngress.arp_reply.",
                    "WeirIngress.ndp_reply.",
                    "WeirIngress.forwarding.set_protected_output");

    /** Objects of ABC, for which there is no room beside the next ones. */
    private static final List<String> OF_ABC =
            List.of(
                    "WeirIngress.activity_edge.",
                    "WeirIngress.activity_aqm.",
                    "WeirEgress.activity_departure.");

    /** Objects of CoDel and reverse path marking. */
    private static final List<String> OF_DELAY_AND_RPM =
            List.of("WeirEgress.aqm.", "WeirIngress.rpm.");

    @ParameterizedTest
    @ValueSource(strings = {"tofino", "tofino2"})
    void tofinoIsAsV1ModelButForReasons(String target) throws IOException {
        compare(target + "/weir", OF_ABC, REASONS_OF_WEIR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tofino", "tofino2"})
    void tofinoWithAbcIsAsV1ModelButForReasons(String target) throws IOException {
        compare(target + "/weir_abc", OF_DELAY_AND_RPM, REASONS_OF_ABC);
    }

    private static void compare(String program, List<String> missing, Map<String, String> more)
            throws IOException {
        Map<String, String> v1model = facts("v1model/weir.p4info.txtpb");
        Map<String, String> tofino = facts("tna/" + program + "/weir.p4info.txtpb");
        TreeSet<String> names = new TreeSet<>(v1model.keySet());
        names.addAll(tofino.keySet());
        names.removeIf(name -> v1model.getOrDefault(name, "none").equals(tofino.get(name)));
        List<String> absent = new ArrayList<>(NOT_ON_TOFINO);
        absent.addAll(missing);
        assertThat(absent)
                .allSatisfy(
                        part -> {
                            assertThat(v1model.keySet()).anyMatch(name -> name.contains(part));
                            assertThat(tofino.keySet()).noneMatch(name -> name.contains(part));
                        });
        names.removeIf(name -> absent.stream().anyMatch(name::contains));
        Set<String> reasons = new TreeSet<>(REASONS.keySet());
        reasons.addAll(more.keySet());
        assertThat(names).containsExactlyInAnyOrderElementsOf(reasons);
    }

    @ParameterizedTest
    @ValueSource(strings = {"weir", "weir_abc"})
    void bothTofinosAreTheSame(String program) throws IOException {
        assertThat(facts("tna/tofino2/" + program + "/weir.p4info.txtpb"))
                .isEqualTo(facts("tna/tofino/" + program + "/weir.p4info.txtpb"));
    }

    @Test
    void everyTableOfV1ModelIsSeen() throws IOException {
        assertThat(facts("v1model/weir.p4info.txtpb"))
                .containsEntry("table WeirIngress.acl.acl key eth_dst", "48 TERNARY")
                .containsEntry("table WeirEgress.telemetry.reporting size", "64")
                .containsEntry(
                        "action WeirIngress.queue_settings.use_generation_128us generation", "1")
                .containsEntry("packet_in ingress_port", "9");
    }

    /** Facts that P4Info gives of a program, each under its name. */
    private static Map<String, String> facts(String resource) throws IOException {
        P4Info info = read(resource);
        Map<String, String> facts = new TreeMap<>();
        Map<Integer, Action> actions = new HashMap<>();
        Map<Integer, String> tables = new HashMap<>();
        info.getActionsList().forEach(action -> actions.put(action.getPreamble().getId(), action));
        for (Table table : info.getTablesList()) {
            String name = "table " + table.getPreamble().getName();
            tables.put(table.getPreamble().getId(), table.getPreamble().getName());
            facts.put(name + " size", Long.toString(table.getSize()));
            for (MatchField key : table.getMatchFieldsList()) {
                facts.put(
                        name + " key " + key.getName(),
                        key.getBitwidth() + " " + key.getMatchType());
            }
            for (ActionRef ref : table.getActionRefsList()) {
                Action action = actions.get(ref.getId());
                String actionName = action.getPreamble().getName();
                facts.put(name + " action " + actionName, ref.getScope().toString());
                for (Action.Param param : action.getParamsList()) {
                    facts.put(
                            "action " + actionName + " " + param.getName(),
                            Integer.toString(param.getBitwidth()));
                }
            }
        }
        for (Counter counter : info.getCountersList()) {
            String name = "counter " + counter.getPreamble().getName();
            facts.put(name + " size", Long.toString(counter.getSize()));
            facts.put(name + " unit", counter.getSpec().getUnit().toString());
        }
        for (DirectCounter counter : info.getDirectCountersList()) {
            facts.put(
                    "direct counter " + counter.getPreamble().getName(),
                    tables.get(counter.getDirectTableId()) + " " + counter.getSpec().getUnit());
        }
        for (ControllerPacketMetadata header : info.getControllerPacketMetadataList()) {
            for (ControllerPacketMetadata.Metadata field : header.getMetadataList()) {
                facts.put(
                        header.getPreamble().getName() + " " + field.getName(),
                        Integer.toString(field.getBitwidth()));
            }
        }
        return facts;
    }

    private static P4Info read(String resource) throws IOException {
        try (InputStream in = MirrorTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(new InputStreamReader(in, StandardCharsets.UTF_8), info);
            return info.build();
        }
    }
}
