// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.packet;

import java.util.List;

/**
 * Fields of v1model's standard metadata that the architecture itself reads or writes, as the
 * numbers generated code uses.
 */
public final class StandardField {

    public static final int INGRESS_PORT = 0;
    public static final int EGRESS_SPEC = 1;
    public static final int EGRESS_PORT = 2;
    public static final int INSTANCE_TYPE = 3;
    public static final int PACKET_LENGTH = 4;
    public static final int ENQ_TIMESTAMP = 5;
    public static final int ENQ_QDEPTH = 6;
    public static final int DEQ_TIMEDELTA = 7;
    public static final int DEQ_QDEPTH = 8;
    public static final int INGRESS_GLOBAL_TIMESTAMP = 9;
    public static final int EGRESS_GLOBAL_TIMESTAMP = 10;
    public static final int MCAST_GRP = 11;
    public static final int EGRESS_RID = 12;
    public static final int CHECKSUM_ERROR = 13;
    public static final int PARSER_ERROR = 14;
    public static final int PRIORITY = 15;

    /** The fields' names in the program, by number. */
    public static final List<String> NAMES =
            List.of(
                    "ingress_port",
                    "egress_spec",
                    "egress_port",
                    "instance_type",
                    "packet_length",
                    "enq_timestamp",
                    "enq_qdepth",
                    "deq_timedelta",
                    "deq_qdepth",
                    "ingress_global_timestamp",
                    "egress_global_timestamp",
                    "mcast_grp",
                    "egress_rid",
                    "checksum_error",
                    "parser_error",
                    "priority");

    private StandardField() {}
}
