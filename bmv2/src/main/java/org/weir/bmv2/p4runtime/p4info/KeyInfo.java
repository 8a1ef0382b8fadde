// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.rpc.RequestException;

/** The fields that an entry of a table or a member of a value set is matched on. */
public final class KeyInfo {

    private final String owner;
    private final List<MatchField> fields;
    private final List<ValueType> types = new ArrayList<>();
    private final Map<Integer, Integer> positionById = new HashMap<>();
    private final boolean needsPriority;

    /**
     * A key.
     *
     * @param owner names the table or value set in errors
     * @param switchBits the widths of its fields in the program; empty where they are not known
     * @throws RequestException INVALID_ARGUMENT if the P4Info is wrong, UNIMPLEMENTED for a match
     *     type that v1model lacks
     */
    public KeyInfo(
            String owner,
            List<MatchField> fields,
            ValueTypes valueTypes,
            List<Integer> switchBits) {
        this.owner = owner;
        this.fields = fields;
        boolean priority = false;
        for (int i = 0; i < fields.size(); i++) {
            MatchField field = fields.get(i);
            if (positionById.put(field.getId(), i) != null) {
                throw RequestException.invalid(
                        "p4info: " + fieldName(i) + ": another field has id " + field.getId());
            }
            types.add(
                    valueTypes.of(
                            field.getTypeName(),
                            field.getBitwidth(),
                            switchBits.size() == fields.size() ? switchBits.get(i) : 0,
                            fieldName(i)));
            priority |= requireMatchType(i);
        }
        needsPriority = priority;
    }

    private boolean requireMatchType(int position) {
        MatchField field = fields.get(position);
        return switch (field.getMatchType()) {
            case EXACT -> false;
            case OPTIONAL -> true;
            case LPM, TERNARY, RANGE -> {
                if (types.get(position).isString()) {
                    throw RequestException.unimplemented(
                            "p4info: "
                                    + fieldName(position)
                                    + ": clients see strings, which can only be matched EXACT or OPTIONAL, not "
                                    + field.getMatchType());
                }
                yield field.getMatchType() != MatchField.MatchType.LPM;
            }
            default ->
                    throw RequestException.unimplemented(
                            "p4info: "
                                    + fieldName(position)
                                    + ": match type "
                                    + field.getMatchType()
                                    + field.getOtherMatchType());
        };
    }

    public List<MatchField> fields() {
        return fields;
    }

    /** Type of the values of a field. */
    ValueType type(int position) {
        return types.get(position);
    }

    /** Position of a field. */
    int position(int fieldId) {
        Integer position = positionById.get(fieldId);
        if (position == null) {
            throw RequestException.invalid(
                    owner + ": no field has id " + Integer.toUnsignedString(fieldId));
        }
        return position;
    }

    /** Names a field in an error. */
    String fieldName(int position) {
        MatchField field = fields.get(position);
        return owner
                + ", field "
                + (field.getName().isEmpty() ? String.valueOf(field.getId()) : field.getName());
    }

    /** Whether a field is ternary, a range or optional. */
    boolean needsPriority() {
        return needsPriority;
    }
}
