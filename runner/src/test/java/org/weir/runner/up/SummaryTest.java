// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.runner.host.HostFrames;

class SummaryTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final NetworkSize SIZE = new NetworkSize(2, 2, 5);

    private static Sample sample(boolean answers, String ports) throws IOException {
        return new Sample(
                10,
                true,
                answers,
                2,
                2,
                5,
                7,
                MAPPER.readTree(ports.replace('\'', '"')),
                List.of(),
                List.of(),
                List.of(),
                new LatencyHistogram(),
                true,
                0);
    }

    private static String port(
            long offeredBps, double weight, int max, long marks, String met, String p99) {
        return "[{'device':'device:s1','port':4,'classes':[{'name':'A','index':0,'offeredBps':"
                + offeredBps
                + ",'goodputBps':"
                + offeredBps / 2
                + ",'weight':"
                + weight
                + ",'thresholdPackets':10,'targetRateBps':4000000,'depthPackets':{'mean':2.0,'max':"
                + max
                + "},'delayMs':{'p50':1.0,'p99':"
                + p99
                + "},'marks':"
                + marks
                + ",'feedback':1,'drops':0,'targetMet':"
                + met
                + "}]}]";
    }

    @Test
    void hasTheFieldsThatTheReadersExpectAndNoOthers() throws IOException {
        Summary summary = new Summary(SIZE);
        Sample sample = sample(true, port(4_000_000, 0.5, 9, 3, "true", "5.0"));
        summary.add(sample);

        JsonNode json = summary.toJson(12.3456, sample);

        assertThat(json.toString())
                .isEqualTo(
                        ("{'devices':2,'links':2,'hosts':5,'startSeconds':12.346,'resolves':7,"
                                        + "'feedback':{'packets':0,'latencyMs':{'p50':null,'p99':null}},"
                                        + "'traffic':{'sentPackets':0,'receivedPackets':0,"
                                        + "'lostPackets':0,'lostSinceLinksFound':0,'sentSinceLinksFound':0},"
                                        + "'linksExpected':2,'linksLeast':2,"
                                        + "'ports':[{'device':'device:s1','port':4,'classes':[{"
                                        + "'name':'A','offeredBps':4000000,'goodputBps':2000000,"
                                        + "'weight':0.5,'thresholdPackets':10,'targetRateBps':4000000,"
                                        + "'depthPackets':{'mean':2.0,'max':9.0},"
                                        + "'delayMs':{'p50':1.0,'p99':5.0},"
                                        + "'marks':3,'feedback':1,'drops':0,'targetMet':true,"
                                        + "'metFraction':1.0}]}]}")
                                .replace('\'', '"'));
    }

    @Test
    void meansMaximaTotalsAndLastValuesAreOverTheRun() throws IOException {
        Summary summary = new Summary(SIZE);
        summary.add(sample(true, port(4_000_000, 0.5, 9, 100, "true", "5.0")));
        summary.add(sample(true, port(6_000_000, 0.6, 30, 150, "false", "null")));
        summary.add(sample(false, port(99_000_000, 0.9, 99, 999, "false", "99.0")));
        // The switch was started again: its counts begin anew.
        Sample last = sample(true, port(8_000_000, 0.7, 20, 40, "false", "7.0"));
        summary.add(last);

        JsonNode row = summary.toJson(1, last).at("/ports/0/classes/0");

        assertThat(row.path("offeredBps").asLong()).isEqualTo(6_000_000);
        assertThat(row.path("weight").asDouble()).isEqualTo(0.7);
        assertThat(row.at("/depthPackets/max").asInt()).isEqualTo(30);
        assertThat(row.at("/delayMs/p99").asDouble()).isEqualTo(6.0);
        assertThat(row.path("marks").asLong()).isEqualTo(190);
        assertThat(row.path("targetMet").asBoolean(true)).isFalse();
        assertThat(row.path("metFraction").asDouble()).isEqualTo(0.333);
    }

    @Test
    void samplesWithoutTrafficMeetNothing() throws IOException {
        Summary summary = new Summary(SIZE);
        Sample idle = sample(true, port(0, 0.5, 0, 0, "true", "0.0"));
        summary.add(idle);

        JsonNode nothing = summary.toJson(1, idle).at("/ports/0/classes/0");
        assertThat(nothing.path("targetMet").isNull()).isTrue();
        assertThat(nothing.path("metFraction").isNull()).isTrue();

        Sample busy = sample(true, port(4_000_000, 0.5, 9, 3, "false", "5.0"));
        summary.add(busy);
        assertThat(summary.toJson(1, busy).at("/ports/0/classes/0/metFraction").asDouble(-1))
                .isEqualTo(0);
    }

    /** As of a switch whose delays and depths nobody has measured yet. */
    @Test
    void isNullWhatNoSampleKnows() throws IOException {
        Summary summary = new Summary(SIZE);
        Sample sample =
                sample(
                        true,
                        "[{'device':'device:s1','port':4,'classes':[{'name':'A','offeredBps':null,"
                                + "'depthPackets':{'mean':null,'max':null},"
                                + "'delayMs':{'p50':null,'p99':null},'marks':3}]}]");
        summary.add(sample);

        JsonNode row = summary.toJson(1, sample).at("/ports/0/classes/0");

        for (String unknown :
                List.of(
                        "/offeredBps",
                        "/goodputBps",
                        "/depthPackets/mean",
                        "/depthPackets/max",
                        "/delayMs/p50",
                        "/delayMs/p99")) {
            assertThat(row.at(unknown).isNull()).as(unknown).isTrue();
        }
        assertThat(row.path("marks").asLong()).isEqualTo(3);
    }

    @Test
    void classesWithoutAJudgementAreUnknown() throws IOException {
        Summary summary = new Summary(SIZE);
        Sample sample = sample(true, port(4_000_000, 0.5, 9, 3, "null", "5.0"));
        summary.add(sample);

        assertThat(summary.toJson(1, sample).at("/ports/0/classes/0/targetMet").isNull()).isTrue();
    }

    @Test
    void countsTheFramesOfHostsThatAreNamespaces() throws IOException {
        Sample sample = Samples.hosts(new HostFrames("h1", 100, 90, 1, 2, 3, 4));

        assertThat(new Summary(SIZE).toJson(1, sample).path("hostFrames").toString())
                .isEqualTo(
                        "[{'host':'h1','sent':100,'received':90,'lost':{'overflow':1,'missed':2,'unreadable':3,'refused':4}}]"
                                .replace('\'', '"'));
    }
}
