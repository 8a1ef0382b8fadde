// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.phv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Term;

/**
 * Places of a program's fields in the PHV of one gress, stage by stage. A field that lies in
 * several places has a name with a range for each: {@code hdr.ipv4.dst_addr.0-15}.
 */
public final class PhvNames {

    /** The stage in which the deparser sees the PHV: behind the last. */
    public static final int END = 12;

    private record Place(int firstStage, int lastStage, Slice slice) {}

    /** Bits of a field and where they lie. */
    public record Piece(int fieldLo, Slice slice) {}

    private static final Pattern PIECE = Pattern.compile("(.*)\\.([0-9]+)-([0-9]+)");

    private final Map<String, List<Place>> places = new HashMap<>();
    private final Map<String, List<String>> pieceNames = new HashMap<>();

    public PhvNames(Node section) {
        for (Node.Entry entry : section.entries()) {
            if (entry.key().equals("context_json")) {
                continue;
            }
            List<Place> of = new ArrayList<>();
            if (entry.value().isText()) {
                of.add(new Place(0, END, slice(entry.line(), entry.value().text())));
            } else {
                for (Node.Entry stages : entry.value().entries()) {
                    if (!stages.key().startsWith("stage ")) {
                        throw Node.unknown(stages, "phv");
                    }
                    BitRange range = BitRange.parse(entry.line(), stages.key().substring(6));
                    of.add(
                            new Place(
                                    range.lo(),
                                    range.hi(),
                                    slice(entry.line(), stages.value().text())));
                }
            }
            places.computeIfAbsent(entry.key(), key -> new ArrayList<>()).addAll(of);
            Matcher matcher = PIECE.matcher(entry.key());
            if (matcher.matches()) {
                pieceNames
                        .computeIfAbsent(matcher.group(1), key -> new ArrayList<>())
                        .add(entry.key());
            }
        }
    }

    private static Slice slice(int line, String text) {
        Term term = Term.parse(line, text);
        Container container = Container.find(term.name());
        if (container == null) {
            throw new AssemblyException(line, "no container " + term.name());
        }
        return part(term, new Slice(container, container.range()));
    }

    private static Slice part(Term term, Slice whole) {
        if (term.arguments().isEmpty()) {
            return whole;
        }
        BitRange part = BitRange.parse(term.line(), term.arguments().get(0));
        if (term.arguments().size() > 1 || part.hi() >= whole.width()) {
            throw new AssemblyException(term.line(), term + " is not part of " + whole);
        }
        return whole.part(part);
    }

    /**
     * Slice that a name of a field or container, whole or sliced, stands for in a stage, or null.
     */
    public Slice find(int line, String text, int stage) {
        Term term = Term.parse(line, text);
        Container container = Container.find(term.name());
        Slice whole =
                container != null
                        ? new Slice(container, container.range())
                        : named(term.name(), stage);
        return whole == null ? null : part(term, whole);
    }

    public Slice get(int line, String text, int stage) {
        Slice slice = find(line, text, stage);
        if (slice == null) {
            throw new AssemblyException(line, "'" + text + "' is not in the PHV at stage " + stage);
        }
        return slice;
    }

    private Slice named(String name, int stage) {
        for (Place place : places.getOrDefault(name, List.of())) {
            if (place.firstStage <= stage && stage <= place.lastStage) {
                return place.slice;
            }
        }
        return null;
    }

    /** All places of a field of {@code width} bits in a stage; an error if a bit is missing. */
    public List<Piece> pieces(int line, String field, int width, int stage) {
        return pieces(line, field, 0, width, stage);
    }

    /**
     * Places in a stage of some bits of a field; an error if a bit is missing. They count from the
     * first of these bits.
     *
     * @param first the lowest bit, 0 the field's lowest
     * @param width number of bits
     */
    public List<Piece> pieces(int line, String field, int first, int width, int stage) {
        Slice whole = find(line, field, stage);
        if (whole != null) {
            return List.of(new Piece(0, first == 0 ? whole : part(whole, first, width)));
        }
        List<Piece> pieces = new ArrayList<>();
        int bits = 0;
        for (String name : pieceNames.getOrDefault(field, List.of())) {
            Slice slice = named(name, stage);
            Matcher matcher = PIECE.matcher(name);
            if (slice != null && matcher.matches()) {
                int low = Integer.parseInt(matcher.group(2));
                int from = Math.max(low, first);
                int to = Math.min(low + slice.width(), first + width);
                if (from < to) {
                    pieces.add(new Piece(from - first, part(slice, from - low, to - from)));
                    bits += to - from;
                }
            }
        }
        if (bits != width) {
            throw new AssemblyException(
                    line, field + " has " + bits + " of " + width + " bits at stage " + stage);
        }
        return pieces;
    }

    private static Slice part(Slice slice, int first, int width) {
        return slice.part(new BitRange(first, first + width - 1));
    }
}
