// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

/** Names of the schemes, as in {@code --scheme}, in experiments and in their results. */
public final class SchemeNames {
    public static final String PMQECN_PUBLISHED = "pmqecn-published";
    public static final String PMQECN_TARGETS = "pmqecn-targets";
    public static final String TARGETS_DCTCP = "pmqecn-targets-dctcp";
    public static final String DCQCN = "dcqcn";
    public static final String DCQCN_VENDOR = "dcqcn-vendor";
    public static final String P4QCN = "p4qcn";
    public static final String P4QCN_PFC = "p4qcn-pfc";
    public static final String P4QCN_THREE_POINT = "p4qcn-three-point";
    public static final String PFC = "pfc";
    public static final String TCN = "tcn";
    public static final String ECN = "ecn";
    public static final String DCTCP = "dctcp";
    public static final String HPCC = "hpcc";
    public static final String CODEL_FWD = "codel-fwd";
    public static final String RPM = "rpm";
    public static final String CODEL_FWD_TCP = "codel-fwd-tcp";
    public static final String CODEL_TOFINO_TCP = "codel-tofino-tcp";
    public static final String RPM_TCP = "rpm-tcp";
    public static final String ABC = "abc";
    public static final String PIE = "pie";
    public static final String PIE_TCP = "pie-tcp";
    public static final String DUALPI2 = "dualpi2";
    public static final String DUALPI2_TCP = "dualpi2-tcp";
    public static final String QCN = "qcn";
    public static final String QCN_PROBING = "qcn-probing";
    public static final String ECM = "ecm";
    public static final String STRICT_PRIORITY = "strict-priority";
    public static final String WRR = "wrr";
    public static final String DROP_TAIL = "drop-tail";

    private SchemeNames() {}
}
