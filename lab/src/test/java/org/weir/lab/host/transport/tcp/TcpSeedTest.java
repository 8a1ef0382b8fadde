// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.network.Network;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.TcpSegment;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;

/** TCP's random numbers follow from the network's seed. */
class TcpSeedTest {
    private static final LineSpec LINE = new LineSpec(10_000_000, 0, 10);

    /** First sequence numbers of the two senders of a network. */
    private static List<Integer> firstNumbers(long seed) {
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(Dumbbell.create(2, LINE, LINE, seed), engine);
        List<Integer> numbers = new ArrayList<>();
        for (String name : new String[] {"h1", "h2"}) {
            Host host = network.host(name);
            var peer = network.host("h3").config().ipv4();
            host.connect(frame -> numbers.add(TcpSegment.parse(frame).orElseThrow().sequence()));
            host.setNeighbour(peer, new MacAddress(3));
            host.use(new TcpTransport(TcpConfig.of(CongestionAlgorithm.CUBIC)), MessageLog.NONE);
            host.send(new Message(0, peer, 0, 1000));
        }
        engine.runUntil(1_000_000);
        return numbers;
    }

    @Test
    void anotherSeedGivesOtherNumbersAndTheSameSeedTheSame() {
        List<Integer> one = firstNumbers(1);

        assertThat(one).hasSize(2).doesNotHaveDuplicates();
        assertThat(firstNumbers(1)).isEqualTo(one);
        assertThat(firstNumbers(2)).hasSize(2).doesNotContainAnyElementsOf(one);
    }
}
