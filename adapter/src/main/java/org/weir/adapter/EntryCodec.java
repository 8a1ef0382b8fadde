// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.FieldInfo;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableKey;

/**
 * Entries of one match table between P4Runtime's terms and BF Runtime's. Both list key fields and
 * parameters in the program's order. In BF Runtime every field is sent, in as many bytes as it has,
 * and of two entries that match, the one with the smaller priority wins.
 */
public final class EntryCodec {

    /** Greatest priority of P4Runtime, BF Runtime's 0: the drivers have 24 bits. */
    static final int MAX_PRIORITY = (1 << 24) - 1;

    private static final String PRIORITY = "$MATCH_PRIORITY";

    private final TableInfo table;

    /** Codec of a table as the drivers describe it. */
    public EntryCodec(TableInfo table) {
        this.table = table;
    }

    /** The key fields without the priority, in order. */
    static List<FieldInfo> fields(TableInfo table) {
        return table.keys().stream().filter(field -> !field.name().equals(PRIORITY)).toList();
    }

    /** True if entries have priorities. */
    static boolean hasPriority(TableInfo table) {
        return table.keys().stream().anyMatch(field -> field.name().equals(PRIORITY));
    }

    /**
     * A key as the drivers take it.
     *
     * @param match one element for each field, in order
     * @param priority P4Runtime's, the greatest wins; ignored by tables without priorities
     * @throws RequestException INVALID_ARGUMENT if the priority is too great
     */
    public TableKey key(List<MatchKey> match, int priority) {
        TableKey.Builder key = TableKey.newBuilder();
        int next = 0;
        for (FieldInfo field : table.keys()) {
            if (field.name().equals(PRIORITY)) {
                if (priority < 0 || priority > MAX_PRIORITY) {
                    throw RequestException.invalid(
                            "table "
                                    + table.name()
                                    + ", priority: "
                                    + priority
                                    + " is not within 1.."
                                    + MAX_PRIORITY);
                }
                byte[] reversed = new byte[4];
                int value = MAX_PRIORITY - priority;
                for (int i = 0; i < 4; i++) {
                    reversed[i] = (byte) (value >> 24 - 8 * i);
                }
                key.addFieldsBuilder()
                        .setFieldId(field.id())
                        .getExactBuilder()
                        .setValue(ByteString.copyFrom(reversed));
            } else {
                key.addFields(encode(field, match.get(next++)));
            }
        }
        return key.build();
    }

    private KeyField encode(FieldInfo field, MatchKey key) {
        KeyField.Builder sent = KeyField.newBuilder().setFieldId(field.id());
        int bits = field.widthBits();
        byte[] zeros = new byte[bytes(bits)];
        switch (field.matchType()) {
            case "Exact" -> sent.getExactBuilder().setValue(padded(exact(field, key), bits));
            case "LPM" -> {
                if (key instanceof MatchKey.Lpm lpm) {
                    sent.getLpmBuilder()
                            .setValue(padded(lpm.value(), bits))
                            .setPrefixLen(lpm.prefixLength());
                } else {
                    require(field, key instanceof MatchKey.Any);
                    sent.getLpmBuilder().setValue(ByteString.copyFrom(zeros)).setPrefixLen(0);
                }
            }
            case "Range" -> {
                if (key instanceof MatchKey.Range range) {
                    sent.getRangeBuilder()
                            .setLow(padded(range.low(), bits))
                            .setHigh(padded(range.high(), bits));
                } else {
                    require(field, key instanceof MatchKey.Any);
                    sent.getRangeBuilder()
                            .setLow(ByteString.copyFrom(zeros))
                            .setHigh(ByteString.copyFrom(ones(bits)));
                }
            }
            default -> {
                if (key instanceof MatchKey.Ternary ternary) {
                    sent.getTernaryBuilder()
                            .setValue(padded(ternary.value(), bits))
                            .setMask(padded(ternary.mask(), bits));
                } else if (key instanceof MatchKey.Optional optional) {
                    sent.getTernaryBuilder()
                            .setValue(padded(optional.value(), bits))
                            .setMask(ByteString.copyFrom(ones(bits)));
                } else {
                    require(field, key instanceof MatchKey.Any);
                    sent.getTernaryBuilder()
                            .setValue(ByteString.copyFrom(zeros))
                            .setMask(ByteString.copyFrom(zeros));
                }
            }
        }
        return sent.build();
    }

    private byte[] exact(FieldInfo field, MatchKey key) {
        require(field, key instanceof MatchKey.Exact);
        return ((MatchKey.Exact) key).value();
    }

    private void require(FieldInfo field, boolean holds) {
        if (!holds) {
            throw RequestException.invalid(
                    "table "
                            + table.name()
                            + ", field "
                            + field.name()
                            + ": the drivers match it "
                            + field.matchType());
        }
    }

    /**
     * An action as the drivers take it.
     *
     * @throws RequestException NOT_FOUND if the table has no such action
     */
    public TableData data(ActionCall call) {
        String what = "table " + table.name() + ", action " + call.name();
        TableData.Builder data =
                TableData.newBuilder()
                        .setActionId(DriverLink.call(what, () -> table.actionId(call.name())));
        List<FieldInfo> fields = table.actionFields(call.name());
        for (int i = 0; i < fields.size(); i++) {
            data.addFieldsBuilder()
                    .setFieldId(fields.get(i).id())
                    .setStream(padded(call.parameters().get(i), fields.get(i).widthBits()));
        }
        return data.build();
    }

    /** The entry that the drivers have sent. */
    TableEntry decode(org.weir.tofino.bfrt.proto.TableEntry sent) {
        Map<Integer, KeyField> keys = new HashMap<>();
        sent.getKey().getFieldsList().forEach(field -> keys.put(field.getFieldId(), field));
        List<MatchKey> match = new ArrayList<>();
        int priority = 0;
        for (FieldInfo field : table.keys()) {
            KeyField key = keys.getOrDefault(field.id(), KeyField.getDefaultInstance());
            if (field.name().equals(PRIORITY)) {
                int reversed = 0;
                for (byte each : key.getExact().getValue().toByteArray()) {
                    reversed = reversed << 8 | each & 0xff;
                }
                priority = MAX_PRIORITY - reversed;
            } else {
                match.add(decode(field, key));
            }
        }
        return new TableEntry(match, priority, action(sent.getData()));
    }

    private static MatchKey decode(FieldInfo field, KeyField key) {
        int bits = field.widthBits();
        return switch (key.getMatchTypeCase()) {
            case EXACT -> new MatchKey.Exact(sized(key.getExact().getValue(), bits));
            case LPM ->
                    key.getLpm().getPrefixLen() == 0
                            ? MatchKey.ANY
                            : new MatchKey.Lpm(
                                    sized(key.getLpm().getValue(), bits),
                                    key.getLpm().getPrefixLen());
            case RANGE ->
                    new MatchKey.Range(
                            sized(key.getRange().getLow(), bits),
                            sized(key.getRange().getHigh(), bits));
            case TERNARY -> {
                byte[] mask = sized(key.getTernary().getMask(), bits);
                yield isZero(mask)
                        ? MatchKey.ANY
                        : new MatchKey.Ternary(sized(key.getTernary().getValue(), bits), mask);
            }
            default -> MatchKey.ANY;
        };
    }

    /** The action that the drivers have sent. */
    ActionCall action(TableData data) {
        String name = table.actionName(data.getActionId());
        Map<Integer, DataField> sent = new HashMap<>();
        data.getFieldsList().forEach(field -> sent.put(field.getFieldId(), field));
        List<byte[]> parameters = new ArrayList<>();
        if (!name.isEmpty()) {
            for (FieldInfo field : table.actionFields(name)) {
                DataField value = sent.getOrDefault(field.id(), DataField.getDefaultInstance());
                parameters.add(sized(value.getStream(), field.widthBits()));
            }
        }
        return new ActionCall(name, parameters);
    }

    static int bytes(int bits) {
        return (bits + 7) / 8;
    }

    /** A number in as many bytes as a field has. */
    static ByteString padded(byte[] value, int bits) {
        byte[] padded = new byte[bytes(bits)];
        int count = Math.min(value.length, padded.length);
        System.arraycopy(value, value.length - count, padded, padded.length - count, count);
        return ByteString.copyFrom(padded);
    }

    private static byte[] sized(ByteString value, int bits) {
        return padded(value.toByteArray(), bits).toByteArray();
    }

    private static byte[] ones(int bits) {
        byte[] ones = new byte[bytes(bits)];
        java.util.Arrays.fill(ones, (byte) 0xff);
        ones[0] = (byte) (0xff >> 8 * ones.length - bits);
        return ones;
    }

    private static boolean isZero(byte[] value) {
        for (byte each : value) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }
}
