// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.phv.Container;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/** The parser of one gress: takes a packet's headers apart into containers. */
public final class ParserProgram {

    /** Bit of the error that says that the packet ended within its headers. */
    public static final int PARTIAL_HEADER = 1 << 1;

    /** Bit of the error that says that no row of a state matched. */
    public static final int NO_MATCH = 1;

    private static final int TIME_STAMP_AT = 54;
    private static final int TIME_STAMP_BYTES = 6;
    private static final int BUFFER_BYTES = 32;

    /**
     * @param headerBytes bytes that were extracted, with those that the hardware puts before the
     *     packet; all bytes if the packet ended within its headers
     * @param error bits as above
     */
    public record Result(Phv phv, int headerBytes, int error) {}

    private final int line;
    private final Map<String, ParserState> states = new HashMap<>();
    private final List<Container> zeros = new ArrayList<>();
    private final BitSet writtenOften = new BitSet();
    private String start = "start";
    private Container errorContainer;

    public ParserProgram(Node.Entry section, PhvNames names) {
        line = section.line();
        for (Node.Entry entry : section.value().entries()) {
            switch (entry.key()) {
                case "start" -> start = entry.value().text();
                case "init_zero" -> {
                    for (Node item : entry.value().items()) {
                        zeros.add(names.get(item.line(), item.text(), 0).container());
                    }
                }
                case "bitwise_or", "multi_write" -> {
                    for (Node item : entry.value().items()) {
                        writtenOften.set(names.get(item.line(), item.text(), 0).container().id());
                    }
                }
                case "parser_error" ->
                        errorContainer =
                                names.get(entry.line(), entry.value().text(), 0).container();
                    // Both say how long what stands before the packet is.
                case "hdr_len_adj", "meta_opt" -> entry.value().number();
                case "states" -> {
                    for (Node.Entry state : entry.value().entries()) {
                        states.put(state.key(), new ParserState(state, names));
                    }
                }
                default -> throw Node.unknown(entry, "a parser");
            }
        }
        for (ParserState state : states.values()) {
            for (ParserRow row : state.rows) {
                check(row);
            }
        }
    }

    private void check(ParserRow row) {
        if (!row.next.equals(ParserRow.END) && !states.containsKey(row.next)) {
            throw new AssemblyException(row.line, "no state '" + row.next + "'");
        }
    }

    public boolean reportsErrors() {
        return errorContainer != null;
    }

    /**
     * @param buffer the packet behind what the hardware puts before it
     * @param timeStampNs the clock when the packet came in, 48 bits
     */
    public Result run(byte[] buffer, long timeStampNs) {
        Phv phv = new Phv();
        zeros.forEach(container -> phv.set(container, 0));
        BitSet written = new BitSet();
        int[] matchers = new int[ParserState.Matcher.values().length];
        int[] sums = new int[ParserChecksum.UNITS];
        ParserChecksum[] residuals = new ParserChecksum[ParserChecksum.UNITS];
        int[] headerEnds = new int[ParserChecksum.UNITS];
        int counter = 0;
        int position = 0;
        int error = 0;
        String name = start;
        while (!name.equals(ParserRow.END)) {
            ParserState state = states.get(name);
            if (state == null) {
                throw new AssemblyException(line, "no state '" + name + "'");
            }
            ParserRow row = row(state, matchers, counter);
            if (row == null) {
                error |= NO_MATCH;
                break;
            }
            if (position + Math.max(row.bytesNeeded, row.shift) > buffer.length) {
                // The hardware takes the whole packet for headers, so that nothing follows them.
                error |= PARTIAL_HEADER;
                position = buffer.length;
                break;
            }
            extract(row, buffer, position, timeStampNs, phv, written);
            for (ParserChecksum checksum : row.checksums) {
                int unit = checksum.unit;
                sums[unit] = checksum.add(sums[unit], buffer, position);
                if (checksum.end && checksum.verify) {
                    write(
                            checksum.line,
                            checksum.destination,
                            checksum.error(sums[unit]),
                            phv,
                            written);
                } else if (checksum.end) {
                    residuals[unit] = checksum;
                    headerEnds[unit] = position + checksum.endPosition + 1;
                }
            }
            for (Map.Entry<ParserState.Matcher, Integer> load : row.loads.entrySet()) {
                int from = position + load.getValue();
                matchers[load.getKey().ordinal()] =
                        load.getKey() == ParserState.Matcher.HALF
                                ? (buffer[from] & 0xFF) << 8 | buffer[from + 1] & 0xFF
                                : buffer[from] & 0xFF;
            }
            counter = (byte) (row.loadsCounter ? row.counterAmount : counter + row.counterAmount);
            position += row.shift;
            name = row.next;
        }
        for (int unit = 0; unit < ParserChecksum.UNITS; unit++) {
            if (residuals[unit] != null) {
                int residual =
                        ParserChecksum.residual(sums[unit], buffer, headerEnds[unit], position);
                ParserChecksum checksum = residuals[unit];
                write(checksum.line, checksum.destination, residual, phv, written);
            }
        }
        if (errorContainer != null) {
            phv.set(errorContainer, phv.get(errorContainer) | error);
        }
        return new Result(phv, position, error);
    }

    private static ParserRow row(ParserState state, int[] matchers, int counter) {
        long bits = 0;
        for (ParserState.Matcher matcher : state.matchers) {
            int value =
                    switch (matcher) {
                        case COUNTER_NEGATIVE -> counter < 0 ? 1 : 0;
                        case COUNTER_ZERO -> counter == 0 ? 1 : 0;
                        default -> matchers[matcher.ordinal()];
                    };
            bits = bits << matcher.bits | value;
        }
        for (ParserRow row : state.rows) {
            if (row.pattern.matches(bits)) {
                return row;
            }
        }
        return null;
    }

    private void extract(
            ParserRow row, byte[] buffer, int position, long timeStampNs, Phv phv, BitSet written) {
        for (ParserRow.Extract extract : row.extracts) {
            long value = 0;
            for (int i = extract.bytes().lo(); i <= extract.bytes().hi(); i++) {
                value = value << 8 | input(extract, i, buffer, position, timeStampNs);
            }
            Container to = extract.to();
            write(extract.line(), new Slice(to, to.range()), value, phv, written);
        }
        for (ParserRow.Constant constant : row.constants) {
            write(constant.line(), constant.to(), constant.value(), phv, written);
        }
    }

    private static int input(
            ParserRow.Extract extract, int at, byte[] buffer, int position, long timeStampNs) {
        if (at < BUFFER_BYTES) {
            if (position + at >= buffer.length) {
                throw new AssemblyException(
                        extract.line(), "byte " + at + " is not asked for by 'buf_req'");
            }
            return buffer[position + at] & 0xFF;
        }
        int stamp = at - TIME_STAMP_AT;
        if (stamp < 0 || stamp >= TIME_STAMP_BYTES) {
            throw new AssemblyException(
                    extract.line(), "the model does not know byte " + at + " of the input");
        }
        return (int) (timeStampNs >>> 8 * (TIME_STAMP_BYTES - 1 - stamp)) & 0xFF;
    }

    private void write(int line, Slice to, long value, Phv phv, BitSet written) {
        int id = to.container().id();
        if (writtenOften.get(id)) {
            phv.set(to, phv.get(to) | value);
            return;
        }
        if (written.get(id)) {
            throw new AssemblyException(line, to.container() + " is written twice");
        }
        written.set(id);
        phv.set(to, value);
    }
}
