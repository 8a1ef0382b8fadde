// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.List;
import java.util.stream.Stream;
import org.weir.bmv2.compiler.ProgramCompiler;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Action;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.rpc.RequestException;

/** Check that a P4Info and a program which a client pushes together belong together. */
public final class ProgramCheck {

    private ProgramCheck() {}

    /**
     * Reads the program.
     *
     * @throws RequestException INVALID_ARGUMENT naming what is wrong with it
     */
    public static Program read(ForwardingPipelineConfig config) {
        try {
            return ProgramCompiler.read(DeviceConfig.program(config));
        } catch (ProgramException e) {
            throw RequestException.invalid("config, p4_device_config: " + e.getMessage());
        }
    }

    /**
     * Compares tables, the fields of their keys, and the parameters of actions.
     *
     * @throws RequestException INVALID_ARGUMENT naming what the program lacks or has otherwise
     */
    public static void check(P4InfoIndex index) {
        Program program = index.program();
        List<Table> tables =
                Stream.concat(
                                program.ingress().tables().stream(),
                                program.egress().tables().stream())
                        .toList();
        for (TableInfo info : index.tables().values()) {
            Table table =
                    tables.stream()
                            .filter(t -> t.name().equals(info.name()))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            mismatch(
                                                    "table "
                                                            + info.name()
                                                            + ": not in p4_device_config"));
            if (table.key().size() != info.key().fields().size()) {
                throw mismatch(
                        "table "
                                + info.name()
                                + ": "
                                + info.key().fields().size()
                                + " fields, but "
                                + table.key().size()
                                + " in p4_device_config");
            }
            for (int i = 0; i < table.key().size(); i++) {
                check(info.key().fieldName(i), info.key().fields().get(i), table.key().get(i));
            }
        }
        checkActions(index);
    }

    private static void checkActions(P4InfoIndex index) {
        for (Action info : index.p4info().getActionsList()) {
            String name = info.getPreamble().getName();
            for (org.weir.bmv2.program.Action action : index.program().actions()) {
                if (action.name().equals(name)
                        && action.parameters().size() != info.getParamsCount()) {
                    throw mismatch(
                            "action "
                                    + name
                                    + ": "
                                    + info.getParamsCount()
                                    + " parameters, but "
                                    + action.parameters().size()
                                    + " in p4_device_config");
                }
            }
        }
    }

    private static void check(String what, MatchField field, Table.Key key) {
        MatchKind kind =
                switch (field.getMatchType()) {
                    case EXACT -> MatchKind.EXACT;
                    case LPM -> MatchKind.LPM;
                    case TERNARY -> MatchKind.TERNARY;
                    case RANGE -> MatchKind.RANGE;
                    default -> MatchKind.OPTIONAL;
                };
        // p4c writes optional fields as ternary ones.
        boolean optional = kind == MatchKind.OPTIONAL && key.kind() == MatchKind.TERNARY;
        if (kind != key.kind() && !optional) {
            throw mismatch(
                    what + ": matched " + kind + ", but " + key.kind() + " in p4_device_config");
        }
        int width = key.field().type().bitWidth();
        // A type of its own may be narrower or wider for clients than for the program.
        if (!field.hasTypeName() && field.getBitwidth() != width) {
            throw mismatch(
                    what
                            + ": "
                            + field.getBitwidth()
                            + " bits, but "
                            + width
                            + " in p4_device_config");
        }
    }

    private static RequestException mismatch(String message) {
        return RequestException.invalid("config, p4info: " + message);
    }
}
