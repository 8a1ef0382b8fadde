// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;

/** A program of a stateful ALU: two comparisons, up to four operations, and what is given out. */
final class StatefulProgram {

    /** Inputs: the memory's halves and the two operands from the PHV. */
    record Inputs(long memoryLo, long memoryHi, long phvLo, long phvHi) {}

    /** Results: the memory's halves, and the output. */
    record Result(long memoryLo, long memoryHi, long output) {}

    private interface Source {
        long value(Inputs inputs);
    }

    /**
     * Condition of an instruction on both comparisons: bit {@code hi * 2 + lo} of the truth table.
     */
    private record Predicate(int truth) {
        boolean holds(boolean lo, boolean hi) {
            return (truth >>> ((hi ? 2 : 0) | (lo ? 1 : 0)) & 1) != 0;
        }
    }

    /** Lowest bit of the four output bits with the results of both comparisons, without a shift. */
    private static final int WHICH_AT = 4;

    private static final Predicate ALWAYS = new Predicate(0xF);

    private record Addend(Source source, boolean negative) {}

    /** A comparison of a sum with 0. */
    private record Comparison(String operator, Sum sum, List<Addend> terms) {}

    /** Treatment of the sum by a comparison; {@code equ} and {@code neq}, which name none, wrap. */
    private enum Sum {
        /** Of signed numbers, exact: suffix {@code .s}. */
        SIGNED,
        /** Of unsigned numbers, exact: suffix {@code .u}. */
        UNSIGNED,
        /** In the ALU's width, as a signed number: suffix {@code .uus}. */
        WRAPPED;

        static Sum of(String name) {
            if (name.endsWith(".s")) {
                return SIGNED;
            }
            return name.endsWith(".u") ? UNSIGNED : WRAPPED;
        }

        long of(List<Addend> terms, Inputs inputs, int bits) {
            long sum = 0;
            for (Addend term : terms) {
                long value = term.source.value(inputs);
                value = this == SIGNED ? Operation.signed(value, bits) : value;
                sum += term.negative ? -value : value;
            }
            return this == WRAPPED ? Operation.signed(sum, bits) : sum;
        }
    }

    private record AluStep(
            int line, Predicate predicate, boolean hi, Operation operation, Source a, Source b) {}

    private final int line;
    private final int bits;
    private final MathTable math;
    private final Comparison[] comparisons = new Comparison[2];
    private final List<AluStep> steps = new ArrayList<>();
    private Predicate outputPredicate;
    private String output;
    private final int predicateShift;
    private final int combinedShift;

    StatefulProgram(
            Node.Entry program, int bits, MathTable math, int predicateShift, int combinedShift) {
        line = program.line();
        this.bits = bits;
        this.math = math;
        this.predicateShift = predicateShift;
        this.combinedShift = combinedShift;
        for (Node item : program.value().items()) {
            read(item.line(), item.text());
        }
    }

    private void read(int at, String text) {
        int space = text.indexOf(' ');
        String name = space < 0 ? text : text.substring(0, space);
        List<String> arguments =
                space < 0 ? List.of() : Term.split(at, text.substring(space + 1), ',');
        if (arguments.isEmpty()) {
            throw unknown(at, text);
        }
        if (name.matches("(equ|neq)|(grt|leq|geq|lss)\\.(s|u|uus)")) {
            readComparison(at, text, name, arguments);
            return;
        }
        Predicate predicate = ALWAYS;
        List<String> rest = arguments;
        if (arguments.get(0).matches("[(!]?.*cmp(lo|hi).*|0x[0-9a-f]+|[0-9]+")) {
            predicate = predicate(at, arguments.get(0));
            rest = arguments.subList(1, arguments.size());
        }
        if (name.equals("output")) {
            if (rest.size() != 1 || output != null) {
                throw unknown(at, text);
            }
            outputPredicate = predicate;
            output = rest.get(0);
            outputValue(at, new Inputs(0, 0, 0, 0), new Long[] {0L, 0L}, 0);
            return;
        }
        Operation operation = Operation.find(name);
        if (operation == null || !rest.get(0).matches("lo|hi")) {
            throw unknown(at, text);
        }
        List<String> sources = rest.subList(1, rest.size());
        if (sources.size() != operation.operands()) {
            throw unknown(at, text);
        }
        Source a = sources.isEmpty() ? inputs -> 0 : source(at, sources.get(0));
        Source b = sources.isEmpty() ? a : source(at, sources.get(sources.size() - 1));
        steps.add(new AluStep(at, predicate, rest.get(0).equals("hi"), operation, a, b));
    }

    private static AssemblyException unknown(int line, String text) {
        return new AssemblyException(line, "the model does not know '" + text + "'");
    }

    private void readComparison(int at, String text, String name, List<String> arguments) {
        if (!arguments.get(0).matches("lo|hi") || arguments.size() < 2) {
            throw unknown(at, text);
        }
        List<Addend> terms = new ArrayList<>();
        for (String argument : arguments.subList(1, arguments.size())) {
            boolean negative = argument.startsWith("-") && !Numbers.isNumber(argument);
            terms.add(
                    new Addend(source(at, negative ? argument.substring(1) : argument), negative));
        }
        int dot = name.indexOf('.');
        comparisons[arguments.get(0).equals("hi") ? 1 : 0] =
                new Comparison(dot < 0 ? name : name.substring(0, dot), Sum.of(name), terms);
    }

    private Source source(int at, String text) {
        if (Numbers.isNumber(text)) {
            long number = Numbers.parse(at, text);
            return inputs -> number;
        }
        if (text.startsWith("math_table(") && text.endsWith(")")) {
            if (math == null) {
                throw new AssemblyException(at, "no math_table");
            }
            Source of = source(at, text.substring("math_table(".length(), text.length() - 1));
            return inputs -> math.of(of.value(inputs) & Numbers.mask(bits), bits);
        }
        return switch (text) {
            case "lo" -> Inputs::memoryLo;
            case "hi" -> Inputs::memoryHi;
            case "phv_lo" -> Inputs::phvLo;
            case "phv_hi" -> Inputs::phvHi;
            default -> throw unknown(at, text);
        };
    }

    /**
     * Reads a condition: {@code cmplo}, {@code !cmplo}, {@code (cmplo | !cmphi)} or a truth table.
     */
    private static Predicate predicate(int at, String text) {
        String trimmed = text.trim();
        if (Numbers.isNumber(trimmed)) {
            return new Predicate((int) Numbers.parse(at, trimmed) & 0xF);
        }
        for (char operator : new char[] {'|', '^', '&'}) {
            List<String> parts = Term.split(at, trimmed, operator);
            if (parts.size() > 1) {
                int truth = predicate(at, parts.get(0)).truth;
                for (String part : parts.subList(1, parts.size())) {
                    int other = predicate(at, part).truth;
                    truth =
                            switch (operator) {
                                case '|' -> truth | other;
                                case '^' -> truth ^ other;
                                default -> truth & other;
                            };
                }
                return new Predicate(truth);
            }
        }
        if (trimmed.startsWith("!")) {
            return new Predicate(~predicate(at, trimmed.substring(1)).truth & 0xF);
        }
        if (trimmed.startsWith("(") && trimmed.endsWith(")")) {
            return predicate(at, trimmed.substring(1, trimmed.length() - 1));
        }
        return switch (trimmed) {
            case "cmplo" -> new Predicate(0b1010);
            case "cmphi" -> new Predicate(0b1100);
            default -> throw unknown(at, text);
        };
    }

    Result run(Inputs inputs) {
        boolean lo = holds(comparisons[0], inputs);
        boolean hi = holds(comparisons[1], inputs);
        Long[] written = new Long[2];
        for (AluStep step : steps) {
            if (!step.predicate.holds(lo, hi)) {
                continue;
            }
            int half = step.hi ? 1 : 0;
            if (written[half] != null) {
                throw new AssemblyException(step.line, "two operations give the same half");
            }
            written[half] = step.operation.of(step.a.value(inputs), step.b.value(inputs), bits);
        }
        long given = 0;
        if (output != null) {
            int combined = outputPredicate.holds(lo, hi) ? 1 : 0;
            if (output.equals("predicate")) {
                long which = 1L << ((hi ? 2 : 0) | (lo ? 1 : 0));
                given = (long) combined << combinedShift | which << WHICH_AT + predicateShift;
            } else if (combined != 0) {
                given = outputValue(line, inputs, written, combined);
            }
        }
        return new Result(
                written[0] == null ? inputs.memoryLo : written[0],
                written[1] == null ? inputs.memoryHi : written[1],
                given & 0xFFFF_FFFFL);
    }

    private long outputValue(int at, Inputs inputs, Long[] written, int combined) {
        Long value =
                switch (output) {
                    case "mem_lo", "memory_lo", "lo" -> Long.valueOf(inputs.memoryLo);
                    case "mem_hi", "memory_hi", "hi" -> Long.valueOf(inputs.memoryHi);
                    case "phv_lo" -> Long.valueOf(inputs.phvLo);
                    case "phv_hi" -> Long.valueOf(inputs.phvHi);
                    case "alu_lo" -> result(false, written[0], inputs.memoryLo);
                    case "alu_hi" -> result(true, written[1], inputs.memoryHi);
                    case "predicate" -> Long.valueOf(combined);
                    default -> throw unknown(at, "output " + output);
                };
        if (value == null) {
            throw new AssemblyException(
                    at, "the model does not know what " + output + " is without an operation");
        }
        return value;
    }

    /**
     * A half's result: what its memory had if the conditions of all its operations do not hold, as
     * in Intel's model; null if it has no operation.
     */
    private Long result(boolean hi, Long written, long memory) {
        boolean operates = steps.stream().anyMatch(step -> step.hi == hi);
        return written == null && operates ? Long.valueOf(memory) : written;
    }

    /** A comparison that is not there does not hold. */
    private boolean holds(Comparison comparison, Inputs inputs) {
        if (comparison == null) {
            return false;
        }
        long sum = comparison.sum.of(comparison.terms, inputs, bits);
        return switch (comparison.operator) {
            case "equ" -> sum == 0;
            case "neq" -> sum != 0;
            case "grt" -> sum > 0;
            case "leq" -> sum <= 0;
            case "geq" -> sum >= 0;
            default -> sum < 0;
        };
    }
}
