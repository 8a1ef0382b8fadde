// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.TextFormat;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;

/** Reads P4Info in protobuf's text format, as {@code p4c --p4runtime-files} writes it. */
public final class P4InfoText {

    /**
     * Protobuf's own word on fields it does not know; held here, as loggers are forgotten
     * otherwise.
     */
    private static final Logger UNKNOWN_FIELDS =
            Logger.getLogger(TextFormat.Parser.class.getName());

    /**
     * Parser that ignores fields which today's compilers write and the generated classes do not
     * know. Each repeats what the program itself states, so nothing is lost.
     */
    private static final TextFormat.Parser PARSER =
            TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build();

    static {
        UNKNOWN_FIELDS.setLevel(Level.SEVERE);
    }

    private P4InfoText() {}

    /**
     * Reads a P4Info.
     *
     * @throws ProgramException with line and column of what is wrong
     */
    public static P4Info read(String text) throws ProgramException {
        P4Info.Builder p4info = P4Info.newBuilder();
        try {
            PARSER.merge(text, p4info);
        } catch (TextFormat.ParseException e) {
            throw new ProgramException("p4info: " + e.getMessage(), e);
        }
        if (!p4info.hasPkgInfo() && p4info.getTablesCount() == 0 && p4info.getActionsCount() == 0) {
            throw new ProgramException(
                    "p4info: neither pkg_info nor tables nor actions: not a P4Info");
        }
        return p4info.build();
    }
}
