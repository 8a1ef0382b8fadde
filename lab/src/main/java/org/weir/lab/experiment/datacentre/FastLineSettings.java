// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.scheme.SchemeNames;
import org.weir.reaction.FeedbackTimes;

/**
 * Parameters of schemes for lines of 10 to 100 Gb/s with the source of each value: those of all
 * schemes, then those of single schemes, which take precedence.
 */
final class FastLineSettings {
    private static final String BY_RATE = ", by the line's rate";
    private static final String DCQCN = "DCQCN (SIGCOMM 2015) Table 14 and section 5, at 40 Gb/s";
    private static final String VENDOR =
            "vendors' defaults as HPCC (SIGCOMM 2019) gives them, by the line's rate";
    private static final String STANDARD = "802.1Qau's for 10 Gb/s";
    private static final double DCTCP_AT_1G = 20;
    private static final double DCTCP_AT_10G = 65;
    private static final double DCTCP_PACKET_BYTES = 1500;
    private static final double BITS_PER_BYTE = 8;
    private static final double MS_PER_S = 1000;

    /** Of a full packet of 1000 bytes in the lab. */
    private static final double FRAME_BYTES = 1000 + RateTransport.overheadBytes();

    private static final String DCTCP =
            "DCTCP (SIGCOMM 2010): 20 packets of 1500 bytes at 1 Gb/s, 65 at 10 Gb/s, in frames of "
                    + Math.round(FRAME_BYTES)
                    + " bytes";
    private static final String TCN =
            "TCN (CoNEXT 2016): T_K as long as DCTCP's threshold of packets takes";

    /** Target of PIE and DualPI2 at 10 Gb/s, ms: DCTCP's 65 packets of 1500 bytes. */
    private static final double TARGET_AT_10G_MS = 0.078;

    private static final String PIE = "RFC 8033: in the same ratio to the target as at 15 ms";
    private static final String DUALPI2 =
            "RFC 9332: in the same ratio to the target as at 15 ms; the step as Linux has it";
    private static final String ALIKE =
            "line rate, as RDMA NICs start (DCQCN section 3); alike for all schemes";
    private static final String QUEUE = "the testbed's part of the queue";
    private static final String PREPARED = "a network has settings before it has messages";

    private static final List<Setting> COMMON =
            List.of(
                    new Setting("startBps", Line::rateBps, ALIKE),
                    new Setting("startTargetBps", Line::rateBps, ALIKE),
                    new Setting(
                            "leastBps",
                            line -> line.rateBps() / 100,
                            "a hundredth of the line; alike for all schemes"),
                    fixed("feedbackIntervalMs", 0.05, DCQCN),
                    fixed("cycleMs", 0.055, "not published; DCQCN's timer"),
                    new Setting(
                            "increaseBps",
                            line -> line.rateBps() / 20,
                            "Weir's default, a twentieth of the line; the published 5 Mb/s is half"
                                    + " a testbed's"),
                    new Setting("thresholdPackets", Line::dctcpPackets, DCTCP),
                    new Setting("qMinPackets", Line::dctcpPackets, DCTCP),
                    new Setting("qMaxPackets", Line::dctcpPackets, DCTCP),
                    byRate("qEqPackets", 33, 10, "802.1Qau: 33 KB at 10 Gb/s" + BY_RATE),
                    new Setting(
                            "baseRoundTripMs",
                            line -> new FeedbackTimes(line.rateBps(), 0.001).roundTripMs(),
                            "of a packet of 1000 bytes over four links of 1 µs"),
                    fixed("tcnLambda", 1, TCN),
                    new Setting("tcnRoundTripMs", Line::dctcpMs, TCN),
                    new Setting(
                            "pfcPackets", line -> Math.floor(line.queuePackets() * 14 / 64), QUEUE),
                    new Setting(
                            "pfcResumePackets",
                            line -> Math.floor(line.queuePackets() * 12 / 64),
                            QUEUE),
                    new Setting(
                            "limitPackets",
                            line -> Math.floor(line.queuePackets() / 3),
                            "a third of the queue"),
                    new Setting(
                            "capacityPackets",
                            Line::queuePackets,
                            "what the queue holds, as in the testbed"),
                    fixed("periodMs", 10, "the shortest that a policy may have"),
                    fixed(
                            "controlDelayMs",
                            0.5,
                            "a P4Runtime call in a data centre takes about a millisecond"),
                    fixed("reportIntervalMs", 0.5, "ours: twenty reports in a period"));

    /** Settings for fast lines, by the name of the scheme. */
    private static final Map<String, List<Setting>> OF_SCHEMES =
            Map.of(
                    SchemeNames.DCQCN,
                    List.of(
                            new Setting(
                                    "kMinPackets",
                                    line -> Math.max(1, 5 * line.gbps() / 40),
                                    DCQCN + BY_RATE),
                            byRate("kMaxPackets", 200, 40, DCQCN + BY_RATE),
                            fixed("pMax", 0.01, DCQCN),
                            fixed("cnpIntervalMs", 0.05, DCQCN),
                            fixed("alphaTimerMs", 0.055, DCQCN),
                            fixed("cycleMs", 0.055, DCQCN),
                            byRate("increaseBps", 40e6, 40, DCQCN + BY_RATE),
                            byRate(
                                    "hyperIncreaseBps",
                                    400e6,
                                    40,
                                    "ten times R_AI, as 802.1Qau has it")),
                    SchemeNames.DCQCN_VENDOR,
                    List.of(
                            byRate("kMinPackets", 100, 25, VENDOR),
                            byRate("kMaxPackets", 400, 25, VENDOR),
                            fixed("cnpIntervalMs", 0.004, VENDOR),
                            fixed("alphaTimerMs", 0.001, VENDOR),
                            fixed("cycleMs", 0.3, VENDOR),
                            fixed("recoveryCycles", 1, VENDOR),
                            byRate("increaseBps", 5e6, 25, VENDOR),
                            byRate("hyperIncreaseBps", 50e6, 25, VENDOR)),
                    SchemeNames.HPCC,
                    List.of(
                            byRate(
                                    "increaseBps",
                                    10e6,
                                    25,
                                    "the simulator of HPCC's authors" + BY_RATE)),
                    SchemeNames.PIE,
                    List.of(
                            new Setting("targetMs", Line::dctcpMs, TCN),
                            new Setting("updateMs", Line::dctcpMs, PIE),
                            withTarget("burstMs", 0.78, PIE),
                            againstTarget("alphaPerSecond", 24, PIE),
                            againstTarget("betaPerSecond", 240, PIE)),
                    SchemeNames.DUALPI2,
                    List.of(
                            new Setting("targetMs", Line::dctcpMs, TCN),
                            new Setting("updateMs", Line::dctcpMs, DUALPI2),
                            withTarget("stepMs", 0.0052, DUALPI2),
                            againstTarget("alphaPerSecond", 28.8, DUALPI2),
                            againstTarget("betaPerSecond", 577, DUALPI2)),
                    SchemeNames.QCN,
                    List.of(
                            fixed("timerMs", 15, STANDARD),
                            byRate("increaseBps", 5e6, 10, STANDARD + BY_RATE),
                            byRate("hyperIncreaseBps", 50e6, 10, STANDARD + BY_RATE)),
                    SchemeNames.PMQECN_PUBLISHED,
                    List.of(fixed("prepared", 1, PREPARED)),
                    SchemeNames.PMQECN_TARGETS,
                    TargetsSettings.all());

    private FastLineSettings() {}

    /**
     * The line of a host.
     *
     * @param times that follow from its rate, delay and packets
     */
    record Line(double rateBps, double queuePackets, FeedbackTimes times) {
        double gbps() {
            return rateBps / 1e9;
        }

        /**
         * DCTCP's marking threshold, in the lab's full frames: in proportion to the rate above 10
         * and below 1 Gb/s, linear between the two published values.
         */
        double dctcpPackets() {
            return dctcpThreshold() * DCTCP_PACKET_BYTES / FRAME_BYTES;
        }

        /** Time in which the line sends what DCTCP's threshold lets wait, ms. */
        double dctcpMs() {
            return dctcpThreshold() * DCTCP_PACKET_BYTES * BITS_PER_BYTE / (rateBps / MS_PER_S);
        }

        /** DCTCP's threshold in its own packets. */
        private double dctcpThreshold() {
            double part = Math.max(0, Math.min(1, (gbps() - 1) / 9));
            double published = DCTCP_AT_1G + part * (DCTCP_AT_10G - DCTCP_AT_1G);
            double outside = gbps() < 1 ? gbps() : Math.max(1, gbps() / 10);
            return published * outside;
        }
    }

    /** The value of one parameter, by the line, and where it comes from. */
    record Setting(String parameter, ToDoubleFunction<Line> value, String source) {}

    /** Those of all schemes. */
    static List<Setting> common() {
        return COMMON;
    }

    /** Those of one scheme, which replace the common ones; empty if it has none. */
    static List<Setting> ofScheme(String name) {
        return OF_SCHEMES.getOrDefault(name, List.of());
    }

    private static Setting fixed(String parameter, double value, String source) {
        return new Setting(parameter, line -> value, source);
    }

    /** Setting in proportion to {@link Line#dctcpMs}, from a value at 10 Gb/s. */
    private static Setting withTarget(String parameter, double value, String source) {
        return new Setting(parameter, line -> value * (line.dctcpMs() / TARGET_AT_10G_MS), source);
    }

    /** Setting in inverse proportion to {@link Line#dctcpMs}, from a value at 10 Gb/s. */
    private static Setting againstTarget(String parameter, double value, String source) {
        return new Setting(parameter, line -> value * (TARGET_AT_10G_MS / line.dctcpMs()), source);
    }

    /** Setting in proportion to the line's rate, from a value for a rate in Gb/s. */
    private static Setting byRate(String parameter, double value, double atGbps, String source) {
        return new Setting(parameter, line -> value * line.gbps() / atGbps, source);
    }
}
