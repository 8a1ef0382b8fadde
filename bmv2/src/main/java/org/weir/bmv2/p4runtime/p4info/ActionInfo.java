// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Action;
import org.weir.bmv2.rpc.RequestException;

/** An action of the P4Info, and how its calls look to a client. */
public final class ActionInfo {

    private final int id;
    private final String name;
    private final List<P4InfoOuterClass.Action.Param> params;
    private final List<ValueType> types = new ArrayList<>();
    private final Map<Integer, Integer> positionById = new HashMap<>();

    /**
     * An action.
     *
     * @param switchBits the widths of its parameters in the program; empty where they are not known
     */
    ActionInfo(P4InfoOuterClass.Action action, ValueTypes valueTypes, List<Integer> switchBits) {
        id = action.getPreamble().getId();
        name = action.getPreamble().getName();
        params = action.getParamsList();
        for (int i = 0; i < params.size(); i++) {
            positionById.put(params.get(i).getId(), i);
            types.add(
                    valueTypes.of(
                            params.get(i).getTypeName(),
                            params.get(i).getBitwidth(),
                            switchBits.size() == params.size() ? switchBits.get(i) : 0,
                            "action " + name + ", parameter " + params.get(i).getName()));
        }
    }

    String name() {
        return name;
    }

    /**
     * A client's call as the switch takes it.
     *
     * @throws RequestException INVALID_ARGUMENT if a parameter is unknown, missing, given twice or
     *     too wide
     */
    public ActionCall decode(Action action) {
        byte[][] values = new byte[params.size()][];
        for (Action.Param param : action.getParamsList()) {
            Integer position = positionById.get(param.getParamId());
            if (position == null) {
                throw RequestException.invalid(
                        "action " + name + ": no parameter has id " + param.getParamId());
            }
            String what = "action " + name + ", parameter " + params.get(position).getName();
            if (values[position] != null) {
                throw RequestException.invalid(what + ": given twice");
            }
            values[position] = types.get(position).decode(param.getValue(), what);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw RequestException.invalid(
                        "action "
                                + name
                                + ", parameter "
                                + params.get(i).getName()
                                + ": not given");
            }
        }
        return new ActionCall(name, List.of(values));
    }

    /** A call of the switch as a client sees it. */
    public Action encode(ActionCall call) {
        Action.Builder action = Action.newBuilder().setActionId(id);
        List<Action.Param> encoded = new ArrayList<>(params.size());
        for (int i = 0; i < params.size(); i++) {
            encoded.add(
                    Action.Param.newBuilder()
                            .setParamId(params.get(i).getId())
                            .setValue(types.get(i).encode(call.parameters().get(i)))
                            .build());
        }
        return action.addAllParams(encoded).build();
    }
}
