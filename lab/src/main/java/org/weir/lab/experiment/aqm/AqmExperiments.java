// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.aqm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.Statement;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.scheme.SchemeNames;

/** Each TCP over each AQM algorithm, and scalable flows beside classic ones over DualPI2. */
public final class AqmExperiments {
    /** Parameters of schemes that differ from the scheme's own: RFC 8289's for CoDel. */
    private static final Map<String, Double> CODEL = Map.of("targetMs", 5.0, "intervalMs", 100.0);

    private static final List<CongestionAlgorithm> CLASSIC =
            List.of(CongestionAlgorithm.RENO, CongestionAlgorithm.CUBIC);

    private static final List<String> CODELS =
            List.of(SchemeNames.CODEL_FWD_TCP, SchemeNames.CODEL_TOFINO_TCP);

    private static final double LEAST_RATIO = 0.5;
    private static final double MOST_RATIO = 2;

    private AqmExperiments() {}

    /** All experiments. */
    public static List<Experiment> all() {
        return List.of(bottleneck(), sharing(), tofino());
    }

    private static Experiment bottleneck() {
        Map<String, String> schemes = new LinkedHashMap<>();
        schemes.put("drop-tail", SchemeNames.DROP_TAIL);
        schemes.put("CoDel", SchemeNames.CODEL_FWD_TCP);
        schemes.put("PIE", SchemeNames.PIE_TCP);
        schemes.put("DualPI2", SchemeNames.DUALPI2_TCP);
        List<Case> cases = new ArrayList<>();
        schemes.forEach(
                (label, scheme) -> {
                    for (CongestionAlgorithm control : CongestionAlgorithm.values()) {
                        Map<String, Double> settings = new HashMap<>();
                        if (scheme.equals(SchemeNames.CODEL_FWD_TCP)) {
                            settings.putAll(CODEL);
                        }
                        settings.put("control", control.ordinal() + 1.0);
                        cases.add(new Case(label + " " + control.word(), scheme, settings));
                    }
                });
        return experiment(
                "aqm-tcp",
                "throughput and queueing delay of each TCP over each AQM algorithm",
                BottleneckScenario.INSTANCE,
                cases,
                List.of());
    }

    private static Experiment sharing() {
        double[][] networks = {
            {4, 20}, {12, 20}, {40, 20}, {120, 20}, {40, 5}, {40, 10}, {40, 50}, {40, 100}
        };
        List<Case> cases = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (CongestionAlgorithm classic : CLASSIC) {
            for (double[] network : networks) {
                String label =
                        "%s %.0f Mb/s %.0f ms".formatted(classic.word(), network[0], network[1]);
                cases.add(
                        new Case(
                                label,
                                SchemeNames.DUALPI2_TCP,
                                Map.of(
                                        "classicControl",
                                        classic.ordinal() + 1.0,
                                        "bottleneckBps",
                                        network[0] * 1e6,
                                        "roundTripMs",
                                        network[1])));
                statements.add(
                        new Statement(
                                "Prague over " + label + ", 0.5 to 2",
                                "",
                                Double.NaN,
                                means -> means.of(label, "ratio"),
                                value -> value >= LEAST_RATIO && value <= MOST_RATIO,
                                ""));
            }
        }
        return experiment(
                "aqm-sharing",
                "scalable and classic TCP flows share a link with DualPI2",
                SharingScenario.INSTANCE,
                cases,
                statements);
    }

    /** CoDel of RFC 8289 beside that of the program for Tofino, for senders that react. */
    private static Experiment tofino() {
        List<Case> cases = new ArrayList<>();
        for (double bps : new double[] {1e7, 5e7}) {
            for (double roundTripMs : new double[] {20, 80}) {
                for (double flows : new double[] {1, 2, 8}) {
                    for (CongestionAlgorithm control : CLASSIC) {
                        for (String scheme : CODELS) {
                            Map<String, Double> settings = new HashMap<>(CODEL);
                            settings.put("bottleneckBps", bps);
                            settings.put("roundTripMs", roundTripMs);
                            settings.put("flows", flows);
                            settings.put("control", control.ordinal() + 1.0);
                            String label =
                                    "%.0f Mb/s %.0f ms %.0f %s %s"
                                            .formatted(
                                                    bps / 1e6,
                                                    roundTripMs,
                                                    flows,
                                                    control.word(),
                                                    scheme);
                            cases.add(new Case(label, scheme, settings));
                        }
                    }
                }
            }
        }
        return experiment(
                "aqm-tofino",
                "CoDel of RFC 8289 and with the arithmetic of the program for Tofino, over TCP",
                MarkingScenario.INSTANCE,
                cases,
                List.of());
    }

    private static Experiment experiment(
            String id, String title, Scenario scenario, List<Case> cases, List<Statement> about) {
        return new Experiment(
                id,
                1,
                title,
                "RFC 8289, RFC 8033, RFC 9332",
                scenario,
                cases,
                scenario.quantities().stream().map(Quantity::name).toList(),
                about);
    }
}
