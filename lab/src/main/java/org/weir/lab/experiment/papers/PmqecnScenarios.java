// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.FlowReport;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.Sample;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.Reaction;

/** PMQECN's testbed, Fig. 6: h1, h2, h3 at s1, h4, h5 at s2, one link between the switches. */
enum PmqecnScenarios implements Scenario {
    /** h1, h2, h3 send classes A, B, C to h5. */
    PERFORMANCE {
        @Override
        void traffic(Testbed testbed, Values values, Optional<Reaction> reaction, long[] startNs) {
            for (TrafficClass one : TrafficClass.values()) {
                add(
                        testbed,
                        "h" + (one.ordinal() + 1),
                        "h5",
                        one,
                        values,
                        reaction,
                        startNs[one.ordinal()]);
            }
        }

        @Override
        public List<Quantity> quantities() {
            List<Quantity> quantities = new ArrayList<>(COMMON);
            quantities.add(new Quantity("throughputMean", "throughput at h5", "packets/s"));
            quantities.add(new Quantity("throughputSd", "its standard deviation", "packets/s"));
            quantities.add(new Quantity("throughputCv", "its coefficient of variation", ""));
            for (TrafficClass one : TrafficClass.values()) {
                quantities.add(new Quantity("goodput" + one, "goodput of class " + one, "Mb/s"));
                quantities.add(new Quantity("delay" + one, "mean delay of class " + one, "ms"));
                quantities.add(new Quantity("p99" + one, "p99 delay of class " + one, "ms"));
                quantities.add(new Quantity("loss" + one, "loss of class " + one, "%"));
            }
            return quantities;
        }

        @Override
        void measure(Observation seen, Outcome outcome, int warmUp, int total) {
            double[] packets = new double[total - warmUp];
            for (int second = warmUp; second < total; second++) {
                for (TrafficClass one : TrafficClass.values()) {
                    packets[second - warmUp] += seen.receivedPackets(one.ordinal(), second);
                }
            }
            double mean = Sample.mean(packets);
            double deviation = Sample.deviation(packets);
            outcome.with("throughputMean", mean);
            outcome.with("throughputSd", deviation);
            outcome.with("throughputCv", deviation / mean);
            for (TrafficClass one : TrafficClass.values()) {
                int flow = one.ordinal();
                outcome.with("goodput" + one, seen.goodputBps(flow) / 1e6);
                outcome.with("delay" + one, seen.delay(flow).meanNs() / 1e6);
                outcome.with("p99" + one, seen.delay(flow).percentileNs(0.99) / 1e6);
                outcome.with("loss" + one, 100 * seen.lossFraction(flow));
            }
        }
    },

    /** h1 sends class A to h5; later h2 sends class B to h4. */
    FAIRNESS {
        @Override
        void traffic(Testbed testbed, Values values, Optional<Reaction> reaction, long[] startNs) {
            add(testbed, "h1", "h5", TrafficClass.A, values, reaction, startNs[0]);
            long laterNs = values.msAsNs("secondFlowMs");
            add(testbed, "h2", "h4", TrafficClass.B, values, reaction, startNs[1] + laterNs);
        }

        @Override
        public List<Parameter> parameters() {
            List<Parameter> parameters = new ArrayList<>(super.parameters());
            parameters.add(
                    new Parameter(
                            "secondFlowMs",
                            "ms",
                            5000,
                            0,
                            1e6,
                            "time by which h2 begins after h1",
                            "not published"));
            return parameters;
        }

        @Override
        public List<Quantity> quantities() {
            List<Quantity> quantities = new ArrayList<>(COMMON);
            quantities.add(new Quantity("q1Goodput", "goodput of q1", "Mb/s"));
            quantities.add(new Quantity("q2Goodput", "goodput of q2", "Mb/s"));
            quantities.add(
                    new Quantity(
                            "q2AtQ1Lowest",
                            "q2's rate in q1's lowest tenth of seconds, over q2's mean",
                            ""));
            quantities.add(new Quantity("q2Lowest", "q2's lowest second, over q2's mean", ""));
            quantities.add(
                    new Quantity("correlation", "correlation of the two rates by seconds", ""));
            quantities.add(new Quantity("q1Loss", "loss of q1", "%"));
            quantities.add(new Quantity("q2Loss", "loss of q2", "%"));
            return quantities;
        }

        @Override
        void measure(Observation seen, Outcome outcome, int warmUp, int total) {
            double[] first = new double[total - warmUp];
            double[] second = new double[total - warmUp];
            for (int i = 0; i < first.length; i++) {
                first[i] = seen.receivedPackets(0, warmUp + i);
                second[i] = seen.receivedPackets(1, warmUp + i);
            }
            outcome.with("q1Goodput", seen.goodputBps(0) / 1e6);
            outcome.with("q2Goodput", seen.goodputBps(1) / 1e6);
            double mean = Sample.mean(second);
            outcome.with("q2AtQ1Lowest", Sample.meanWhereLowest(second, first, 0.1) / mean);
            outcome.with("q2Lowest", Sample.least(second) / mean);
            outcome.with("correlation", Sample.correlation(first, second));
            outcome.with("q1Loss", 100 * seen.lossFraction(0));
            outcome.with("q2Loss", 100 * seen.lossFraction(1));
        }
    },

    /** Three classes at one rate, which nothing changes, for equal times that begin in turn. */
    SHARING {
        @Override
        void traffic(Testbed testbed, Values values, Optional<Reaction> reaction, long[] startNs) {
            long sendingNs = Observation.NS_PER_SECOND * values.whole("seconds");
            for (TrafficClass one : TrafficClass.values()) {
                long fromNs = startNs[one.ordinal()] + one.ordinal() * values.msAsNs("staggerMs");
                testbed.flow(
                        "h" + (one.ordinal() + 1),
                        "h5",
                        one.name(),
                        one.dscp(),
                        (int) values.whole("packetBytes"),
                        ArrivalProcess.POISSON,
                        new LoadSchedule(
                                List.of(
                                        new LoadSchedule.Step(fromNs, values.whole("offeredBps")),
                                        new LoadSchedule.Step(fromNs + sendingNs, 0)),
                                0),
                        reaction);
            }
        }

        @Override
        int observedSeconds(Values values) {
            int classes = TrafficClass.values().length;
            long lastNs =
                    values.msAsNs("startSpreadMs") + (classes - 1) * values.msAsNs("staggerMs");
            return (int) (values.whole("seconds") + 1 + lastNs / Observation.NS_PER_SECOND);
        }

        @Override
        public List<Parameter> parameters() {
            List<Parameter> parameters = new ArrayList<>();
            for (Parameter one : super.parameters()) {
                switch (one.name()) {
                    case "queuePackets":
                        parameters.add(one.of(256, "not published"));
                        break;
                    case "packetBytes":
                        parameters.add(
                                one.of(1512, "not published; 1470 bytes of payload, as iperf's"));
                        break;
                    case "startSpreadMs":
                        parameters.add(one.of(10, one.source()));
                        break;
                    case "warmUpSeconds":
                        parameters.add(one.of(0, "ours: each class's own whole time is looked at"));
                        break;
                    default:
                        parameters.add(one);
                }
            }
            parameters.add(
                    new Parameter(
                            "offeredBps",
                            "bit/s",
                            6_400_000,
                            1,
                            1e12,
                            "what each class sends",
                            "Table 1: strict priority serves its highest class in full, 6.222 Mb/s"
                                    + " of payload"));
            parameters.add(
                    new Parameter(
                            "staggerMs",
                            "ms",
                            1000,
                            0,
                            1e6,
                            "time by which each class begins after the one before it",
                            "Table 1: its figures are sums over 60 and 61 reports of a second, and"
                                    + " the low class's, 9.5 Mb, is one second of the port"));
            return parameters;
        }

        @Override
        public List<Quantity> quantities() {
            return List.of(
                    new Quantity("goodputA", "payload of the high class", "Mb/s"),
                    new Quantity("goodputB", "payload of the medium class", "Mb/s"),
                    new Quantity("goodputC", "payload of the low class", "Mb/s"));
        }

        @Override
        void measure(Observation seen, Outcome outcome, int warmUp, int total) {
            for (TrafficClass one : TrafficClass.values()) {
                FlowReport flow = seen.end().get(one.ordinal());
                long headers = flow.receivedPackets() * UDP_HEADER_BYTES;
                double bits = 8.0 * (flow.receivedBytes() - headers);
                outcome.with("goodput" + one, bits / total / 1e6);
            }
        }
    };

    /** Ethernet, IPv4 and UDP. */
    private static final int UDP_HEADER_BYTES = 42;

    private static final List<Quantity> COMMON =
            List.of(
                    new Quantity("queueMax", "largest queue in s1", "packets"),
                    new Quantity("queueMean", "mean queue in s1", "packets"),
                    new Quantity("rttMean", "round trip, twice the mean delay", "ms"),
                    new Quantity("loss", "loss", "%"),
                    new Quantity("goodput", "goodput", "Mb/s"));

    @Override
    public String id() {
        return "pmqecn-" + name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Parameter> parameters() {
        String none = "not published";
        return List.of(
                Testbed.linkBps(1e7, "Table 3"),
                Testbed.linkDelayMs(0.5),
                Testbed.queuePackets(
                        64,
                        "packets that a port's queue holds",
                        "BMv2's default; N in the authors' code"),
                Testbed.packetBytes(1000, "length of a frame", none),
                Testbed.seconds(60, "section 5"),
                Testbed.warmUpSeconds(
                        10,
                        "left out at the start: the paper took the middle of its data",
                        "section 5"),
                Testbed.startSpreadMs(
                        "senders start at random within this", "ours: what seeds change"));
    }

    @Override
    public void check(Values values) {
        Testbed.check(values);
    }

    /** Until when the network is looked at, s. */
    int observedSeconds(Values values) {
        return (int) values.whole("seconds");
    }

    abstract void traffic(
            Testbed testbed, Values values, Optional<Reaction> reaction, long[] startNs);

    abstract void measure(Observation seen, Outcome outcome, int warmUp, int total);

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        Testbed testbed = new Testbed(id(), values);
        testbed.link("h1", "s1").link("h2", "s1").link("h3", "s1").link("s1", "s2");
        testbed.link("s2", "h4").link("s2", "h5");
        SplittableRandom random = new SplittableRandom(seed);
        long[] startNs = new long[TrafficClass.values().length];
        for (int i = 0; i < startNs.length; i++) {
            startNs[i] = random.nextLong(values.msAsNs("startSpreadMs"));
        }
        traffic(testbed, values, scheme.reaction(values), startNs);
        int warmUp = (int) values.whole("warmUpSeconds");
        int total = (int) values.whole("seconds");
        Observation seen =
                new Observation(testbed.build(seed), scheme, values, "s1")
                        .run(values, observedSeconds(values), watch);
        Outcome outcome = new Outcome();
        if (quantities().containsAll(COMMON)) {
            outcome.with("queueMax", seen.largestQueuePackets());
            outcome.with("queueMean", seen.meanQueuePackets());
            outcome.with("rttMean", 2 * seen.delay().meanNs() / 1e6);
            outcome.with("loss", 100 * seen.lossFraction());
            outcome.with("goodput", seen.goodputBps() / 1e6);
        }
        measure(seen, outcome, warmUp, total);
        return outcome.with(seen.queueSeries()).with(seen.rates("rates", observedSeconds(values)));
    }

    private static void add(
            Testbed testbed,
            String from,
            String to,
            TrafficClass one,
            Values values,
            Optional<Reaction> reaction,
            long startNs) {
        // Always more to send than the rate allows; random, lest senders keep step with each other.
        LoadSchedule load = Observation.between(startNs, values, values.whole("linkBps"));
        testbed.flow(
                from,
                to,
                one.name(),
                one.dscp(),
                (int) values.whole("packetBytes"),
                ArrivalProcess.POISSON,
                load,
                reaction);
    }
}
