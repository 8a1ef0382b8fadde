// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.attached.Operation;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.Slice;

/** One ALU's instruction: reads the PHV as it comes into the stage, writes it as it goes out. */
public final class Instruction {

    /** Makes the destination's bits from the packet. */
    private interface Effect {
        long value(Phv in, ActionRun run);
    }

    private final int line;
    private final Slice destination;
    private final Effect effect;

    private Instruction(int line, Slice destination, Effect effect) {
        this.line = line;
        this.destination = destination;
        this.effect = effect;
    }

    public int line() {
        return line;
    }

    public Slice destination() {
        return destination;
    }

    public void execute(Phv in, Phv out, ActionRun run) {
        out.set(destination, effect.value(in, run));
    }

    static Instruction parse(int line, String text, ActionReader reader) {
        int space = text.indexOf(' ');
        String name = space < 0 ? text : text.substring(0, space);
        List<String> arguments =
                space < 0 ? List.of() : Term.split(line, text.substring(space + 1), ',');
        if (arguments.isEmpty()) {
            throw unknown(line, text);
        }
        Slice destination = reader.names().get(line, arguments.get(0), reader.stage() + 1);
        if (destination.container().tagalong()) {
            throw new AssemblyException(line, destination + " is not seen by match and action");
        }
        List<Operand> sources = new ArrayList<>();
        for (String argument : arguments.subList(1, arguments.size())) {
            sources.add(Operand.parse(line, argument, reader));
        }
        return switch (name) {
            case "set", "load-const" -> set(line, text, destination, sources);
            case "shl", "shru", "shrs" -> shift(line, text, name, destination, sources);
            case "funnel-shift" -> funnelShift(line, text, destination, sources);
            case "deposit-field" -> depositField(line, text, destination, sources);
            case "bitmasked-set" -> bitmaskedSet(line, text, destination, sources, reader);
            default -> arithmetic(line, text, name, destination, sources, reader);
        };
    }

    private static AssemblyException unknown(int line, String text) {
        return new AssemblyException(line, "the model does not know '" + text + "'");
    }

    private static Instruction set(
            int line, String text, Slice destination, List<Operand> sources) {
        if (sources.size() != 1) {
            throw unknown(line, text);
        }
        Operand source = sources.get(0);
        if (source instanceof Operand.Field field && field.slice().width() != destination.width()) {
            throw new AssemblyException(line, field.slice() + " does not fill " + destination);
        }
        return new Instruction(line, destination, source::value);
    }

    private static Instruction shift(
            int line, String text, String name, Slice destination, List<Operand> sources) {
        if (sources.size() != 2
                || !destination.isWhole()
                || !(sources.get(1) instanceof Operand.Constant by)) {
            throw unknown(line, text);
        }
        int bits = destination.width();
        int distance = (int) by.number();
        Operand source = sources.get(0);
        return new Instruction(
                line,
                destination,
                (in, run) -> {
                    long value = source.value(in, run) & Numbers.mask(bits);
                    return switch (name) {
                        case "shl" -> value << distance;
                        case "shru" -> value >>> distance;
                        default -> Operation.signed(value, bits) >> distance;
                    };
                });
    }

    /** Two containers side by side, shifted down together. */
    private static Instruction funnelShift(
            int line, String text, Slice destination, List<Operand> sources) {
        if (sources.size() != 3
                || !destination.isWhole()
                || !(sources.get(2) instanceof Operand.Constant by)) {
            throw unknown(line, text);
        }
        int bits = destination.width();
        long all = Numbers.mask(bits);
        return new Instruction(
                line,
                destination,
                (in, run) ->
                        ((sources.get(0).value(in, run) & all) << bits
                                        | sources.get(1).value(in, run) & all)
                                >>> by.number());
    }

    /**
     * The first source, turned right until its slice's lowest bit comes to lie on the
     * destination's, into the destination's bits; the second one's container around them.
     */
    private static Instruction depositField(
            int line, String text, Slice destination, List<Operand> sources) {
        if (sources.size() == 1) {
            return set(line, text, destination, sources);
        }
        if (sources.size() != 2
                || !(sources.get(1) instanceof Operand.Field around)
                || !around.slice().isWhole()
                || around.slice().width() != destination.container().bits()) {
            throw unknown(line, text);
        }
        Slice whole = new Slice(destination.container(), destination.container().range());
        long mask = destination.mask() & 0xFFFF_FFFFL;
        Operand source = sources.get(0);
        return new Instruction(
                line,
                whole,
                (in, run) -> {
                    long value =
                            source instanceof Operand.Field field
                                    ? turned(in, field.slice())
                                    : source.value(in, run);
                    return value << destination.bits().lo() & mask | around.value(in, run) & ~mask;
                });
    }

    /** A container turned right until the slice's lowest bit is the lowest. */
    private static long turned(Phv in, Slice slice) {
        long value = in.get(slice.container());
        int by = slice.bits().lo();
        return value >>> by | value << slice.container().bits() - by;
    }

    /** The first source where the mask behind it on the bus has ones, elsewhere the second. */
    private static Instruction bitmaskedSet(
            int line, String text, Slice destination, List<Operand> sources, ActionReader reader) {
        if (sources.size() != 2
                || !destination.isWhole()
                || !(sources.get(0) instanceof Operand.Data data)) {
            throw unknown(line, text);
        }
        int bits = destination.width();
        ActionData.Place lane = reader.bus().lane(line, data.place(), bits, reader.data());
        ActionData.Place mask = reader.bus().laneBehind(line, data.place(), bits, reader.data());
        Operand around = sources.get(1);
        return new Instruction(
                line,
                destination,
                (in, run) -> {
                    long ones = mask.get(run.data());
                    return lane.get(run.data()) & ones | around.value(in, run) & ~ones;
                });
    }

    private static Instruction arithmetic(
            int line,
            String text,
            String name,
            Slice destination,
            List<Operand> sources,
            ActionReader reader) {
        Operation operation = Operation.find(name);
        if (operation == null || name.contains("subr")) {
            throw unknown(line, text);
        }
        if (!destination.isWhole() && !operation.isBitwise()) {
            throw new AssemblyException(line, name + " takes whole containers, not " + destination);
        }
        int bits = destination.width();
        for (Operand source : sources) {
            if (source instanceof Operand.Field field && field.slice().width() != bits) {
                throw new AssemblyException(line, field.slice() + " does not fill " + destination);
            }
            if (source instanceof Operand.Data data && destination.isWhole()) {
                ActionData.Place lane = reader.bus().lane(line, data.place(), bits, reader.data());
                if (lane.bits().lo() != data.place().bits().lo()) {
                    // The ALU would take the lane from its beginning.
                    throw new AssemblyException(line, "the model does not know '" + text + "'");
                }
            }
        }
        if (operation.operands() == 0) {
            return new Instruction(line, destination, (in, run) -> operation.of(0, 0, bits));
        }
        if (sources.size() != operation.operands()) {
            throw unknown(line, text);
        }
        Operand a = sources.get(0);
        Operand b = sources.get(sources.size() - 1);
        return new Instruction(
                line,
                destination,
                (in, run) -> operation.of(a.value(in, run), b.value(in, run), bits));
    }
}
