// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.runtime.bits.FieldBytes;
import org.weir.bmv2.runtime.bits.Wide;

/**
 * The actions of a table or action profile, from the control plane's form to that of generated
 * code.
 */
final class ActionCalls {

    /**
     * Number of recent actions among which one is looked for that entries can share; a power of
     * two.
     */
    private static final int RECENT = 256;

    private final String owner;
    private final ActionData[] recent = new ActionData[RECENT];
    private final Map<String, Action> byName = new LinkedHashMap<>();

    ActionCalls(String owner, Collection<Action> actions) {
        this.owner = owner;
        actions.forEach(action -> byName.putIfAbsent(action.name(), action));
    }

    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    ActionData data(ActionCall call) {
        Action action = byName.get(call.name());
        if (action == null) {
            throw FieldBytes.invalid(
                    owner
                            + ": action "
                            + call.name()
                            + " is not one of its actions "
                            + byName.keySet());
        }
        List<Action.Parameter> parameters = action.parameters();
        if (call.parameters().size() != parameters.size()) {
            throw FieldBytes.invalid(
                    "%s: action %s takes %d parameters, %d are given"
                            .formatted(
                                    owner,
                                    call.name(),
                                    parameters.size(),
                                    call.parameters().size()));
        }
        List<BigInteger> values = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            Action.Parameter parameter = parameters.get(i);
            values.add(
                    FieldBytes.number(
                            call.parameters().get(i),
                            parameter.bitWidth(),
                            owner + ": action " + call.name() + ", parameter " + parameter.name()));
        }
        return shared(data(action, values));
    }

    /** The same action with the same arguments if one was lately made, so that entries share it. */
    private ActionData shared(ActionData data) {
        int slot = Arrays.hashCode(data.values) * 31 + data.action & (RECENT - 1);
        ActionData known = recent[slot];
        if (known != null
                && known.action == data.action
                && Arrays.equals(known.values, data.values)) {
            return known;
        }
        recent[slot] = data;
        return data;
    }

    static ActionData data(Action action, List<BigInteger> values) {
        List<Long> words = new ArrayList<>();
        List<byte[]> bytes = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            int width = action.parameters().get(i).bitWidth();
            for (int word = 0; word * 64 < width; word++) {
                words.add(values.get(i).shiftRight(64 * word).longValue());
            }
            bytes.add(Wide.bytes(values.get(i), width));
        }
        long[] data = words.stream().mapToLong(Long::longValue).toArray();
        return new ActionData(action.id(), data, new ActionCall(action.name(), bytes));
    }
}
