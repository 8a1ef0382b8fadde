// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.List;
import java.util.stream.Stream;
import org.weir.bmv2.control.MatchKind;
import org.weir.bmv2.control.ProgramException;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.ProgramReader;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.rpc.RequestException;

/** Whether a P4Info and a program that are pushed together were made together. */
final class ProgramCheck {

    private ProgramCheck() {}

    /**
     * Compares tables and the fields of their keys.
     *
     * @throws RequestException INVALID_ARGUMENT naming what the program lacks or has otherwise
     */
    static void check(ForwardingPipelineConfig config) {
        Program program;
        try {
            program = ProgramReader.read(config.getP4DeviceConfig().toByteArray());
        } catch (ProgramException e) {
            throw RequestException.invalid("config, p4_device_config: " + e.getMessage());
        }
        List<Table> tables =
                Stream.concat(
                                program.ingress().tables().stream(),
                                program.egress().tables().stream())
                        .toList();
        for (TableInfo info : new P4InfoIndex(config.getP4Info()).tables().values()) {
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
            if (table.key().size() != info.fields().size()) {
                throw mismatch(
                        "table "
                                + info.name()
                                + ": "
                                + info.fields().size()
                                + " fields, but "
                                + table.key().size()
                                + " in p4_device_config");
            }
            for (int i = 0; i < table.key().size(); i++) {
                check(info.fieldName(i), info.fields().get(i), table.key().get(i));
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
