// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.rpc.RequestException;

/**
 * Keys of table entries and of members of value sets between a client's form, where a field that
 * takes every value is left out, and the switch's, where every field has its place (P4Runtime
 * specification 1.4, "Match Format").
 */
public final class MatchCodec {

    private MatchCodec() {}

    /**
     * A client's key as the switch takes it: one element per field, values as long as the field is
     * wide.
     *
     * @throws RequestException INVALID_ARGUMENT naming the table or value set, the field and the
     *     rule
     */
    public static List<MatchKey> decode(KeyInfo info, List<FieldMatch> match) {
        MatchKey[] keys = new MatchKey[info.fields().size()];
        for (FieldMatch field : match) {
            int position = info.position(field.getFieldId());
            String what = info.fieldName(position);
            if (keys[position] != null) {
                throw RequestException.invalid(what + ": given twice");
            }
            keys[position] = decode(info.fields().get(position), info.type(position), field, what);
        }
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == null) {
                if (info.fields().get(i).getMatchType() == MatchField.MatchType.EXACT) {
                    throw RequestException.invalid(
                            info.fieldName(i) + ": not given, and matched exactly");
                }
                keys[i] = MatchKey.ANY;
            }
        }
        return List.of(keys);
    }

    /**
     * A key of the switch as {@link #decode} gives it: with {@link MatchKey#ANY} wherever every
     * value is taken, and optional fields as such.
     */
    public static List<MatchKey> canonical(KeyInfo info, List<MatchKey> keys) {
        List<MatchKey> canonical = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            MatchKey key = keys.get(i);
            if (takesAll(key, info.type(i).switchBits())) {
                canonical.add(MatchKey.ANY);
            } else if (key instanceof MatchKey.Ternary ternary
                    && info.fields().get(i).getMatchType() == MatchField.MatchType.OPTIONAL) {
                // p4c writes optional fields as ternary ones.
                canonical.add(new MatchKey.Optional(ternary.value()));
            } else {
                canonical.add(key);
            }
        }
        return canonical;
    }

    /** A key of the switch as a client sees it. */
    public static List<FieldMatch> encode(KeyInfo info, List<MatchKey> keys) {
        List<FieldMatch> match = new ArrayList<>(keys.size());
        List<MatchKey> canonical = canonical(info, keys);
        for (int i = 0; i < keys.size(); i++) {
            if (canonical.get(i) != MatchKey.ANY) {
                int fieldId = info.fields().get(i).getId();
                match.add(encode(canonical.get(i), fieldId, info.type(i)));
            }
        }
        return match;
    }

    /**
     * The key of an entry of the switch, in the form in which clients name it where its action does
     * not matter.
     */
    public static TableEntry key(
            TableInfo table, org.weir.bmv2.controlplane.table.TableEntry entry) {
        return TableEntry.newBuilder()
                .setTableId(table.id())
                .addAllMatch(encode(table.key(), entry.match()))
                .setPriority(entry.priority())
                .build();
    }

    /** Key of a table's default action in P4Runtime. */
    public static TableEntry defaultKey(TableInfo table) {
        return TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true).build();
    }

    private static MatchKey decode(
            MatchField field, ValueType type, FieldMatch match, String what) {
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
            case EXACT -> new MatchKey.Exact(type.decode(match.getExact().getValue(), what));
            case OPTIONAL ->
                    new MatchKey.Optional(type.decode(match.getOptional().getValue(), what));
            case LPM -> lpm(match.getLpm(), type, what);
            case TERNARY -> ternary(match.getTernary(), type, what);
            default -> range(match.getRange(), type, what);
        };
    }

    private static MatchKey lpm(FieldMatch.LPM lpm, ValueType type, String what) {
        byte[] value = type.decode(lpm.getValue(), what);
        int length = type.decodePrefixLength(lpm.getPrefixLen(), what);
        for (int bit = 0; bit < type.switchBits() - length; bit++) {
            if ((value[value.length - 1 - bit / 8] >> bit % 8 & 1) != 0) {
                throw RequestException.invalid(
                        what
                                + ": bits beyond the prefix of length "
                                + lpm.getPrefixLen()
                                + " must be 0");
            }
        }
        return new MatchKey.Lpm(value, length);
    }

    private static MatchKey ternary(FieldMatch.Ternary ternary, ValueType type, String what) {
        byte[] value = type.decode(ternary.getValue(), what);
        byte[] mask = type.decodeMask(ternary.getMask(), what + ", mask");
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

    private static MatchKey range(FieldMatch.Range range, ValueType type, String what) {
        byte[] low = type.decode(range.getLow(), what + ", low");
        byte[] high = type.decode(range.getHigh(), what + ", high");
        if (Arrays.compareUnsigned(low, high) > 0) {
            throw RequestException.invalid(what + ": low is above high");
        }
        if (isFullRange(low, high, type.switchBits())) {
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

    private static FieldMatch encode(MatchKey key, int fieldId, ValueType type) {
        FieldMatch.Builder field = FieldMatch.newBuilder().setFieldId(fieldId);
        if (key instanceof MatchKey.Exact exact) {
            field.getExactBuilder().setValue(type.encode(exact.value()));
        } else if (key instanceof MatchKey.Optional optional) {
            field.getOptionalBuilder().setValue(type.encode(optional.value()));
        } else if (key instanceof MatchKey.Lpm lpm) {
            field.getLpmBuilder()
                    .setValue(type.encode(lpm.value()))
                    .setPrefixLen(type.encodePrefixLength(lpm.prefixLength()));
        } else if (key instanceof MatchKey.Ternary ternary) {
            field.getTernaryBuilder()
                    .setValue(type.encode(ternary.value()))
                    .setMask(type.encodeMask(ternary.mask()));
        } else if (key instanceof MatchKey.Range range) {
            field.getRangeBuilder()
                    .setLow(type.encode(range.low()))
                    .setHigh(type.encode(range.high()));
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
