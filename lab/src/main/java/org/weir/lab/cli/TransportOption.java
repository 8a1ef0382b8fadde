// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpObserver;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import org.weir.lab.workload.TrafficClass;
import picocli.CommandLine.Option;

/** {@code --transport}: the senders are TCP's instead of the scheme's. */
final class TransportOption {
    private static final String RULE =
            "--transport must be tcp:reno, tcp:cubic, tcp:reno-linux, tcp:cubic-linux, tcp:dctcp, tcp:prague,"
                    + " tcp:bbr or one of a plugin, with :paced, :tso, :hystart, :quick-acks, :acc-ecn, :no-ecn or :no-rack behind it, or such words for classes, as in A=tcp:cubic,B=tcp:dctcp";

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "TRANSPORT",
            description =
                    "Senders of TCP instead of the scheme's: tcp:reno, tcp:cubic, tcp:reno-linux, tcp:cubic-linux,"
                            + " tcp:dctcp, tcp:prague, tcp:bbr or one of a plugin, with :paced, :tso, :hystart, :quick-acks,"
                            + " :acc-ecn, :no-ecn or :no-rack behind it; of classes by A=…,B=…,C=…, where"
                            + " others have the first one's. Flows then have always more to send.")
    private List<String> words = new ArrayList<>();

    /** For the parser. */
    TransportOption() {}

    /**
     * TCP as the words have it; empty without the option.
     *
     * @param frameBytes length of a full segment's Ethernet frame
     * @param observer of the connections
     * @throws IllegalArgumentException naming the rule
     */
    Optional<TcpTransport> tcp(int frameBytes, TcpObserver observer) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        TcpConfig all = null;
        TcpConfig first = null;
        Map<Integer, TcpConfig> ofDscp = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            TcpConfig config = config(word.substring(equals + 1)).withFrameBytes(frameBytes);
            first = first == null ? config : first;
            boolean known =
                    equals < 0
                            ? all == null
                            : ofDscp.put(dscp(word.substring(0, equals)), config) == null;
            if (!known) {
                throw new IllegalArgumentException(RULE + "; " + word + " says it twice");
            }
            all = equals < 0 ? config : all;
        }
        return Optional.of(new TcpTransport(all == null ? first : all, ofDscp, observer));
    }

    private static int dscp(String name) {
        for (TrafficClass one : TrafficClass.values()) {
            if (one.name().equals(name)) {
                return one.dscp();
            }
        }
        throw new IllegalArgumentException(RULE + ", not a class \"" + name + "\"");
    }

    private static TcpConfig config(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || !parts[0].equals("tcp")) {
            throw new IllegalArgumentException(RULE + ", not \"" + text + "\"");
        }
        CongestionControlProvider algorithm = algorithm(parts[1]);
        boolean ecn = algorithm.usesEcn();
        boolean accEcn = false;
        boolean paced = algorithm.isPaced();
        boolean segmentOffload = false;
        boolean hyStart = false;
        boolean rackTlp = true;
        int quickAcks = 0;
        for (int i = 2; i < parts.length; i++) {
            switch (parts[i]) {
                case "paced" -> paced = true;
                case "tso" -> segmentOffload = true;
                case "hystart" -> hyStart = true;
                case "quick-acks" -> quickAcks = TcpConfig.LINUX_QUICK_ACKS;
                case "acc-ecn" -> accEcn = true;
                case "no-ecn" -> ecn = false;
                case "no-rack" -> rackTlp = false;
                default -> throw new IllegalArgumentException(RULE + ", not \"" + parts[i] + "\"");
            }
        }
        try {
            return TcpConfig.of(algorithm)
                    .with(ecn, paced, hyStart)
                    .withAccEcn(accEcn)
                    .withSegmentOffload(segmentOffload)
                    .withQuickAcks(quickAcks)
                    .withRackTlp(rackTlp);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private static CongestionControlProvider algorithm(String word) {
        try {
            return CongestionControls.named(word);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private static IllegalArgumentException refused(IllegalArgumentException reason) {
        return new IllegalArgumentException("--transport tcp: " + reason.getMessage(), reason);
    }
}
