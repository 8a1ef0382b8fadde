// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.weir.control.TargetKind;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Expectation;
import org.weir.control.solver.MissedTarget;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.Prediction;

/** Solved ports as JSON or as a table for people; rates in packet/s. */
final class SolveReport {
    private SolveReport() {}

    /** One port with its answer and how long it took. */
    static final class Entry {
        final PortProblem problem;
        final PortSolution solution;
        final long elapsedMicros;

        Entry(PortProblem problem, PortSolution solution, long elapsedMicros) {
            this.problem = problem;
            this.solution = solution;
            this.elapsedMicros = elapsedMicros;
        }
    }

    static ObjectNode json(ObjectMapper mapper, String objective, long seed, List<Entry> entries) {
        ObjectNode root = mapper.createObjectNode();
        root.put("objective", objective).put("seed", seed);
        ArrayNode ports = root.putArray("ports");
        for (Entry entry : entries) {
            PortSolution solution = entry.solution;
            ObjectNode port = ports.addObject();
            port.put("id", entry.problem.id());
            port.put("feasible", solution.feasible());
            number(port, "objectiveValue", solution.objectiveValue());
            number(port, "violation", solution.violation());
            port.put("evaluations", solution.evaluations());
            port.put("elapsedMicros", entry.elapsedMicros);
            port.put("stop", solution.stop());
            ArrayNode classes = port.putArray("classes");
            for (ClassSolution one : solution.classes()) {
                classJson(classes.addObject(), one);
            }
        }
        return root;
    }

    private static void classJson(ObjectNode node, ClassSolution one) {
        node.put("name", one.name());
        number(node, "serviceRatePps", one.queue().serviceRateBps());
        number(node, "weight", one.queue().weightFraction());
        node.put("weightPackets", one.queue().weightPackets());
        node.put("marking", one.queue().marking().kind().word());
        OptionalInt threshold = one.queue().marking().thresholdPackets();
        node.put("thresholdPackets", threshold.isPresent() ? (Integer) threshold.getAsInt() : null);
        node.put("limitPackets", one.queue().limitPackets());
        number(node, "targetRatePps", one.queue().targetRateBps());
        expected(node.putObject("expected"), one.expected());
        prediction(node.putObject("guaranteed"), one.guaranteed());
        prediction(node.putObject("afterFeedback"), one.afterFeedback());
        number(node, "slackPps", one.slackRate());
        ArrayNode missed = node.putArray("missed");
        for (MissedTarget target : one.missed()) {
            missed.addObject()
                    .put("target", field(target.kind()))
                    .put("wanted", target.wanted())
                    .put("expected", target.predicted())
                    .put("high", target.high());
        }
        ArrayNode notGuaranteed = node.putArray("notGuaranteed");
        for (MissedTarget target : one.notGuaranteed()) {
            ObjectNode entry = notGuaranteed.addObject();
            entry.put("target", field(target.kind()));
            number(entry, "wanted", target.wanted());
            number(entry, "predicted", target.predicted());
            number(entry, "excess", target.excess());
            entry.put("keptByFeedback", target.keptByFeedback());
            number(entry, "neededRatePps", target.neededRate());
            number(entry, "bearableLoadPps", target.bearableRate());
        }
    }

    private static void expected(ObjectNode node, Expectation expected) {
        prediction(node, expected.prediction());
        number(node, "delayLowMs", expected.low(TargetKind.DELAY));
        number(node, "delayHighMs", expected.high(TargetKind.DELAY));
        number(node, "p99DelayLowMs", expected.low(TargetKind.P99_DELAY));
        number(node, "p99DelayHighMs", expected.high(TargetKind.P99_DELAY));
        number(node, "lossLow", expected.low(TargetKind.LOSS));
        number(node, "lossHigh", expected.high(TargetKind.LOSS));
        number(node, "goodputPps", expected.goodputBps());
    }

    private static void prediction(ObjectNode node, Prediction prediction) {
        number(node, "delayMs", prediction.delayMs());
        number(node, "p99DelayMs", prediction.p99DelayMs());
        number(node, "jitterMs", prediction.jitterMs());
        number(node, "lossFraction", prediction.lossFraction());
    }

    /** JSON has no infinity; a value that is no finite number is null. */
    private static void number(ObjectNode node, String name, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            node.putNull(name);
        } else {
            node.put(name, value);
        }
    }

    private static String field(TargetKind kind) {
        return kind == TargetKind.MIN_RATE ? "minRatePps" : kind.fieldName();
    }

    static String table(String objective, List<Entry> entries) {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            PortSolution solution = entry.solution;
            line(
                    text,
                    "port %s: %.1f packet/s, %d packets, load %.1f %%",
                    entry.problem.id(),
                    entry.problem.rate(),
                    entry.problem.capacityPackets(),
                    100 * entry.problem.load());
            line(
                    text,
                    "  %s: %s;%s violation %.3g; %s; %d evaluations, %d µs",
                    objective,
                    solution.feasible() ? "feasible" : "NOT FEASIBLE",
                    value(solution.objectiveValue()),
                    solution.violation(),
                    solution.stop(),
                    solution.evaluations(),
                    entry.elapsedMicros);
            line(
                    text,
                    "  %-12s %10s %10s %7s %5s %6s %10s %9s %9s %9s %9s",
                    "class",
                    "λ p/s",
                    "μ p/s",
                    "ω",
                    "K",
                    "limit",
                    "λ* p/s",
                    "delay ms",
                    "p99 ms",
                    "loss",
                    "sure ms");
            for (int i = 0; i < solution.classes().size(); i++) {
                row(text, entry.problem.classes().get(i), solution.classes().get(i));
            }
        }
        return text.toString();
    }

    /** The objective's value and a comma; nothing if there is none, as of a missed target. */
    private static String value(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, " value %.6g,", value) : "";
    }

    private static void row(StringBuilder text, ClassProblem given, ClassSolution one) {
        line(
                text,
                "  %-12s %10.1f %10.1f %7.4f %5s %6d %10.1f %9.3g %9.3g %9.2g %9.3g",
                one.name(),
                given.arrivalRate(),
                one.queue().serviceRateBps(),
                one.queue().weightFraction(),
                one.queue().marking().column(),
                one.queue().limitPackets(),
                one.queue().targetRateBps(),
                one.expected().prediction().delayMs(),
                one.expected().prediction().p99DelayMs(),
                one.expected().prediction().lossFraction(),
                one.guaranteed().delayMs());
        for (MissedTarget missed : one.missed()) {
            line(
                    text,
                    "    may be missed at the present load: %s: wanted %s %.4g, %s",
                    field(missed.kind()),
                    bound(missed),
                    missed.wanted(),
                    got(missed));
        }
        for (MissedTarget missed : one.notGuaranteed()) {
            line(
                    text,
                    "    not guaranteed, by %.3g %%: %s %.4g, wanted %s %.4g; to fix it: %s%s%s",
                    100 * missed.excess(),
                    field(missed.kind()),
                    missed.predicted(),
                    bound(missed),
                    missed.wanted(),
                    Double.isInfinite(missed.neededRate())
                            ? "a faster port (all of this one would not do)"
                            : String.format(Locale.ROOT, "μ of %.4g packet/s", missed.neededRate()),
                    missed.kind().isLowerBound() || missed.bearableRate() <= 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    ", or λ of at most %.4g packet/s",
                                    missed.bearableRate()),
                    missed.keptByFeedback() ? "; kept once senders come down to λ*" : "");
        }
    }

    private static String bound(MissedTarget missed) {
        return missed.kind().isLowerBound() ? "at least" : "at most";
    }

    private static String got(MissedTarget missed) {
        if (!Double.isNaN(missed.high())) {
            return String.format(
                    Locale.ROOT, "expected %.4g, up to %.4g", missed.predicted(), missed.high());
        }
        return String.format(
                Locale.ROOT,
                "gets %.4g%s",
                missed.predicted(),
                missed.keptByFeedback() ? " (kept once senders follow the target rate)" : "");
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
