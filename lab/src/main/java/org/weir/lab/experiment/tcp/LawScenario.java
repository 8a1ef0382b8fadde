// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.congestion.Dctcp;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/**
 * One TCP flow beside a formula of its rate or of DCTCP's α. There is no switch, so the scheme
 * plays no part.
 */
final class LawScenario implements Scenario {
    static final LawScenario INSTANCE = new LawScenario();

    /** Gain of RFC 8257. */
    private static final double GAIN = 1.0 / 16;

    private static final double LEAST_TIMEOUT_MS = 200;
    private static final double MS_PER_SECOND = 1000;

    private LawScenario() {}

    @Override
    public String id() {
        return "tcp-laws";
    }

    @Override
    public List<Parameter> parameters() {
        String ours = "ours";
        return List.of(
                new Parameter(
                        "law",
                        "",
                        1,
                        1,
                        Law.values().length,
                        "1 NewReno, a loss every 1/p segments; 2 NewReno, losses of PFTK; 3 CUBIC,"
                                + " a mark every 1/p segments; 4 DCTCP, random marks; 5 DCTCP,"
                                + " marks above a window",
                        ours),
                new Parameter("p", "", 0.01, 1e-5, 0.2, "probability of a loss or mark", ours),
                new Parameter(
                        "windowSegments", "segments", 100, 2, 1e6, "marks above, law 5", ours),
                new Parameter("roundTripMs", "ms", 80, 1, 1e4, "of the line", ours),
                new Parameter(
                        "startPart",
                        "",
                        0,
                        0,
                        10,
                        "window after a first warm-up, by the extended law or law 5's"
                                + " window; 0 leaves it",
                        ours),
                new Parameter("warmUpSegments", "segments", 20_000, 1, 1e9, "not measured", ours),
                new Parameter("segments", "segments", 60_000, 1, 1e9, "measured", ours),
                new Parameter(
                        "rackTlp",
                        "",
                        1,
                        0,
                        1,
                        "1: losses are detected by RACK-TLP; 0: by three segments behind the"
                                + " missing one",
                        "RFC 8985, RFC 6675"));
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("measured", "segments per round trip, or α of law 5", ""),
                new Quantity("simple", "simple law", ""),
                new Quantity("extended", "extended law", ""),
                new Quantity("overSimple", "measured / simple law", ""),
                new Quantity("overExtended", "measured / extended law", ""),
                new Quantity("drift", "growth of the window", "segments per round trip"),
                new Quantity("timeouts", "timeouts per loss or mark event", ""));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        Law law = Law.values()[(int) values.whole("law") - 1];
        LineFlow flow =
                new LineFlow(
                        law.config().withRackTlp(values.get("rackTlp") > 0),
                        law.rule(values, seed),
                        values.msAsNs("roundTripMs"),
                        law.estimate());
        double extended = law.extended(values);
        double startPart = values.get("startPart");
        flow.runTo(values.whole("warmUpSegments"));
        if (startPart > 0) {
            boolean isAbove = law == Law.DCTCP_ABOVE;
            double window = isAbove ? values.get("windowSegments") : extended;
            flow.setWindowSegments(startPart * window);
            flow.run(values.whole("warmUpSegments"));
        }
        LineFlow.Means means = flow.run(values.whole("segments"));
        double measured = law.measured(means);
        double simple = law.simple(values);
        return new Outcome()
                .with("measured", measured)
                .with("simple", simple)
                .with("extended", extended)
                .with("overSimple", measured / simple)
                .with("overExtended", measured / extended)
                .with("drift", means.growth())
                .with("timeouts", means.timeouts() / means.events());
    }

    /** Sender, rule and formulas of a law. */
    enum Law {
        RENO(CongestionAlgorithm.RENO, false) {
            @Override
            SegmentRule rule(Values values, long seed) {
                return SegmentRule.every(values.get("p"));
            }

            @Override
            double simple(Values values) {
                return LawFormulas.reno(values.get("p"));
            }

            @Override
            double extended(Values values) {
                return LawFormulas.renoWithRepair(values.get("p"));
            }
        },
        PFTK(CongestionAlgorithm.RENO, false) {
            @Override
            SegmentRule rule(Values values, long seed) {
                return SegmentRule.restOfRound(values.get("p"), values.msAsNs("roundTripMs"), seed);
            }

            @Override
            double measured(LineFlow.Means means) {
                return means.sent();
            }

            @Override
            double simple(Values values) {
                return LawFormulas.reno(values.get("p"));
            }

            @Override
            double extended(Values values) {
                return LawFormulas.pftk(
                        values.get("p"), 1 + LEAST_TIMEOUT_MS / values.get("roundTripMs"));
            }
        },
        CUBIC(CongestionAlgorithm.CUBIC, true) {
            @Override
            SegmentRule rule(Values values, long seed) {
                return SegmentRule.every(values.get("p"));
            }

            @Override
            double simple(Values values) {
                return LawFormulas.cubic(values.get("p"), rttSeconds(values));
            }

            @Override
            double extended(Values values) {
                return CubicPeriods.rate(values.get("p"), rttSeconds(values));
            }
        },
        DCTCP(CongestionAlgorithm.DCTCP, true) {
            @Override
            SegmentRule rule(Values values, long seed) {
                return SegmentRule.random(values.get("p"), seed);
            }

            @Override
            double simple(Values values) {
                return LawFormulas.dctcp(values.get("p"));
            }

            @Override
            double extended(Values values) {
                return LawFormulas.dctcpByRules(values.get("p"));
            }
        },
        DCTCP_ABOVE(CongestionAlgorithm.DCTCP, true) {
            @Override
            SegmentRule rule(Values values, long seed) {
                return SegmentRule.above(values.whole("windowSegments"));
            }

            @Override
            double measured(LineFlow.Means means) {
                return means.estimate();
            }

            @Override
            ToDoubleFunction<CongestionControl> estimate() {
                return control -> ((Dctcp) control).alpha();
            }

            @Override
            double simple(Values values) {
                return LawFormulas.alpha(values.get("windowSegments"));
            }

            @Override
            double extended(Values values) {
                return LawFormulas.alphaWithGain(values.get("windowSegments"), GAIN);
            }
        };

        private final CongestionAlgorithm algorithm;
        private final boolean isMark;

        Law(CongestionAlgorithm algorithm, boolean isMark) {
            this.algorithm = algorithm;
            this.isMark = isMark;
        }

        TcpConfig config() {
            return TcpConfig.of(algorithm).with(isMark, false, false).withSegmentsPerAck(1);
        }

        abstract SegmentRule rule(Values values, long seed);

        abstract double simple(Values values);

        abstract double extended(Values values);

        double measured(LineFlow.Means means) {
            return means.delivered();
        }

        ToDoubleFunction<CongestionControl> estimate() {
            return control -> 0;
        }

        private static double rttSeconds(Values values) {
            return values.get("roundTripMs") / MS_PER_SECOND;
        }
    }
}
