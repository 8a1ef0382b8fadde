// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WeirForwardingTest {

    private static final String SET_OUTPUT = "WeirIngress.forwarding.set_output";
    private static final int SENDER = 0x0A000001;
    private static final int RECEIVER = 0x0A000005;

    private BothPrograms both;

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms();
    }

    @Test
    void smoke() {
        both.add(
                "WeirIngress.forwarding.ipv4_routes",
                0,
                Map.of("hdr.ipv4.dst_addr", KeyMatch.lpm(0x0A000000, 24)),
                SET_OUTPUT,
                Map.of("port", 4L),
                "port");
        byte[] frame = Frames.ipv4(SENDER, RECEIVER, 2, 64, 17, new byte[0], Frames.udp(1, 2, new byte[20]));
        System.out.println(show(both.throughV1model(1, frame)));
        System.out.println(show(both.throughTofino(1, frame)));
    }

    private static String show(List<BothPrograms.Sent> sent) {
        List<String> texts = new ArrayList<>();
        sent.stream()
                .sorted(Comparator.comparingInt(BothPrograms.Sent::port))
                .forEach(each -> texts.add(each.port() + ":" + HexFormat.of().formatHex(each.frame())));
        return String.join("\n", texts);
    }
}
