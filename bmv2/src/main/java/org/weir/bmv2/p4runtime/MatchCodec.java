// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.weir.bmv2.control.MatchKey;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.rpc.RequestException;

/**
 * Keys of table entries between a client's form, where a field that takes every value is left out,
 * and the switch's, where every field has its place (P4Runtime specification 1.3, "Match Format").
 */
final class MatchCodec {

    private MatchCodec() {}

    /**
     * A client's key as the switch takes it: one element per field, values as long as the field is
     * wide.
     *
     * @throws RequestException INVALID_ARGUMENT naming the table, the field and the rule
     */
    static List<MatchKey> decode(TableInfo table, List<FieldMatch> match) {
        MatchKey[] keys = new MatchKey[table.fields().size()];
        for (FieldMatch field : match) {
            int position = table.position(field.getFieldId());
            String what = table.fieldName(position);
            if (keys[position] != null) {
                throw RequestException.invalid(what + ": given twice");
            }
            keys[position] = decode(table.fields().get(position), field, what);
        }
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == null) {
                if (table.fields().get(i).getMatchType() == MatchField.MatchType.EXACT) {
                    throw RequestException.invalid(
                            table.fieldName(i) + ": not given, and matched exactly");
                }
                keys[i] = MatchKey.ANY;
            }
        }
        return List.of(keys);
    }

    /**
     * A key of the switch with {@link MatchKey#ANY} wherever every value is taken, as {@link
     * #decode} gives it.
     */
    static List<MatchKey> canonical(TableInfo table, List<MatchKey> keys) {
        List<MatchKey> canonical = keys;
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i) != MatchKey.ANY
                    && takesAll(keys.get(i), table.fields().get(i).getBitwidth())) {
                canonical = canonical == keys ? new ArrayList<>(keys) : canonical;
                canonical.set(i, MatchKey.ANY);
            }
        }
        return canonical;
    }

    /** A key of the switch as a client sees it. */
    static List<FieldMatch> encode(TableInfo table, List<MatchKey> keys) {
        List<FieldMatch> match = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            if (!takesAll(keys.get(i), table.fields().get(i).getBitwidth())) {
                match.add(encode(keys.get(i), table.fields().get(i)));
            }
        }
        return match;
    }

    /**
     * The key of an entry of the switch, in the form in which clients name it where its action does
     * not matter.
     */
    static TableEntry key(TableInfo table, org.weir.bmv2.control.TableEntry entry) {
        return TableEntry.newBuilder()
                .setTableId(table.id())
                .addAllMatch(encode(table, entry.match()))
                .setPriority(entry.priority())
                .build();
    }

    private static MatchKey decode(MatchField field, FieldMatch match, String what) {
        int width = field.getBitwidth();
        FieldMatch.FieldMatchTypeCase expected =
                switch (field.getMatchType()) {
                    case EXACT -> FieldMatch.FieldMatchTypeCase.EXACT;
                    case LPM -> FieldMatch.FieldMatchTypeCase.LPM;
                    case TERNARY -> FieldMatch.FieldMatchTypeCase.TERNARY;
                    case RANGE -> FieldMatch.FieldMatchTypeCase.RANGE;
                    default -> FieldMatch.FieldMatchTypeCase.OPTIONAL;
                };
        if (match.getFieldMatchTypeCase() != expected) {
            throw RequestException.invalid(
                    what
                            + ": matched "
                            + expected
                            + ", but given "
                            + match.getFieldMatchTypeCase());
        }
        return switch (expected) {
            case EXACT ->
                    new MatchKey.Exact(
                            Bytestrings.decode(match.getExact().getValue(), width, what));
            case OPTIONAL ->
                    new MatchKey.Optional(
                            Bytestrings.decode(match.getOptional().getValue(), width, what));
            case LPM -> lpm(match.getLpm(), width, what);
            case TERNARY -> ternary(match.getTernary(), width, what);
            default -> range(match.getRange(), width, what);
        };
    }

    private static MatchKey lpm(FieldMatch.LPM lpm, int width, String what) {
        byte[] value = Bytestrings.decode(lpm.getValue(), width, what);
        int length = lpm.getPrefixLen();
        if (length < 0 || length > width) {
            throw RequestException.invalid(
                    what + ": prefix length " + length + " is not within 1.." + width);
        }
        if (length == 0) {
            throw RequestException.invalid(what + ": a prefix of length 0 must be left out");
        }
        for (int bit = 0; bit < width - length; bit++) {
            if ((value[value.length - 1 - bit / 8] >> bit % 8 & 1) != 0) {
                throw RequestException.invalid(
                        what + ": bits beyond the prefix of length " + length + " must be 0");
            }
        }
        return new MatchKey.Lpm(value, length);
    }

    private static MatchKey ternary(FieldMatch.Ternary ternary, int width, String what) {
        byte[] value = Bytestrings.decode(ternary.getValue(), width, what);
        byte[] mask = Bytestrings.decode(ternary.getMask(), width, what + ", mask");
        if (Bytestrings.isZero(mask)) {
            throw RequestException.invalid(what + ": a mask of 0 must be left out");
        }
        for (int i = 0; i < value.length; i++) {
            if ((value[i] & ~mask[i]) != 0) {
                throw RequestException.invalid(what + ": bits outside the mask must be 0");
            }
        }
        return new MatchKey.Ternary(value, mask);
    }

    private static MatchKey range(FieldMatch.Range range, int width, String what) {
        byte[] low = Bytestrings.decode(range.getLow(), width, what + ", low");
        byte[] high = Bytestrings.decode(range.getHigh(), width, what + ", high");
        if (Arrays.compareUnsigned(low, high) > 0) {
            throw RequestException.invalid(what + ": low is above high");
        }
        if (isFullRange(low, high, width)) {
            throw RequestException.invalid(what + ": the range of all values must be left out");
        }
        return new MatchKey.Range(low, high);
    }

    private static boolean takesAll(MatchKey key, int width) {
        return key instanceof MatchKey.Any
                || key instanceof MatchKey.Lpm lpm && lpm.prefixLength() == 0
                || key instanceof MatchKey.Ternary ternary && Bytestrings.isZero(ternary.mask())
                || key instanceof MatchKey.Range range
                        && isFullRange(range.low(), range.high(), width);
    }

    private static FieldMatch encode(MatchKey key, MatchField info) {
        FieldMatch.Builder field = FieldMatch.newBuilder().setFieldId(info.getId());
        if (key instanceof MatchKey.Exact exact) {
            field.getExactBuilder().setValue(Bytestrings.encode(exact.value()));
        } else if (key instanceof MatchKey.Optional optional) {
            field.getOptionalBuilder().setValue(Bytestrings.encode(optional.value()));
        } else if (key instanceof MatchKey.Lpm lpm) {
            field.getLpmBuilder()
                    .setValue(Bytestrings.encode(lpm.value()))
                    .setPrefixLen(lpm.prefixLength());
        } else if (key instanceof MatchKey.Ternary ternary
                && info.getMatchType() == MatchField.MatchType.OPTIONAL) {
            // p4c writes the program's own entries with optional fields as ternary ones.
            field.getOptionalBuilder().setValue(Bytestrings.encode(ternary.value()));
        } else if (key instanceof MatchKey.Ternary ternary) {
            field.getTernaryBuilder()
                    .setValue(Bytestrings.encode(ternary.value()))
                    .setMask(Bytestrings.encode(ternary.mask()));
        } else if (key instanceof MatchKey.Range range) {
            field.getRangeBuilder()
                    .setLow(Bytestrings.encode(range.low()))
                    .setHigh(Bytestrings.encode(range.high()));
        }
        return field.build();
    }

    private static boolean isFullRange(byte[] low, byte[] high, int width) {
        byte[] max = new byte[Bytestrings.byteLength(width)];
        Arrays.fill(max, (byte) 0xff);
        max[0] = (byte) (0xff >> 8 * max.length - width);
        return Bytestrings.isZero(low) && Arrays.equals(high, max);
    }
}
