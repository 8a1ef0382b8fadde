// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LinkWatchTest {
    private final LinkWatch links = new LinkWatch(4);

    private String written(Sample last) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        links.writeTo(summary, last);
        return summary.toString().replace('"', '\'');
    }

    @Test
    void countsFromTheFirstSampleWithAllLinks() {
        links.add(Samples.traffic(true, 2, Samples.flow("a", "A", 100, 90, 1)));
        links.add(Samples.traffic(true, 4, Samples.flow("a", "A", 200, 150, 1)));
        links.add(Samples.traffic(true, 3, Samples.flow("a", "A", 300, 151, 1)));
        links.add(Samples.traffic(false, 0, Samples.flow("a", "A", 350, 151, 1)));
        Sample last =
                Samples.traffic(
                        true,
                        4,
                        Samples.flow("a", "A", 400, 152, 1),
                        Samples.flow("b", "B", 50, 1, 1));
        links.add(last);

        assertThat(written(last))
                .isEqualTo(
                        "{'traffic':{'sentPackets':450,'receivedPackets':297,'lostPackets':153,"
                                + "'lostSinceLinksFound':3,'sentSinceLinksFound':250},"
                                + "'linksExpected':4,'linksLeast':3}");
    }

    @Test
    void knowsNothingSinceThenWhenLinksWereNeverAllFound() {
        Sample last = Samples.traffic(true, 3, Samples.flow("a", "A", 100, 10, 1));
        links.add(last);

        assertThat(written(last))
                .isEqualTo(
                        "{'traffic':{'sentPackets':100,'receivedPackets':90,'lostPackets':10,"
                                + "'lostSinceLinksFound':null,'sentSinceLinksFound':null},"
                                + "'linksExpected':4,'linksLeast':null}");
    }
}
