// SPDX-License-Identifier: Apache-2.0
package org.weir.app.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.weir.app.RejectedException;
import org.weir.app.flow.ShapedFlow;
import org.weir.app.journal.SharedMaps;

/** Two nodes of a cluster that share what agents report. */
class FlowReportsTest {

    private static final IpAddress SOURCE = IpAddress.valueOf("10.0.0.1");

    private long nowMs = 1_700_000_000_000L;
    private final SharedMaps maps = new SharedMaps();
    private final FlowReports here = new FlowReports(maps.eventual("flows"), () -> nowMs);
    private final FlowReports there = new FlowReports(maps.eventual("flows"), () -> nowMs);

    private static ObjectNode body(String destination) throws IOException {
        return (ObjectNode)
                new ObjectMapper()
                        .readTree(
                                "{\"flows\":[{\"destination\":\""
                                        + destination
                                        + "\",\"protocol\":6,\"sourcePort\":1,"
                                        + "\"destinationPort\":80,"
                                        + "\"allowedRateBps\":5,\"feedbackAgeMs\":100}]}");
    }

    @Test
    void everyNodeHasTheLastReportUntilItIsTooOld() throws IOException {
        here.put(SOURCE, body("10.0.0.4"));
        here.put(SOURCE, body("10.0.0.5"));

        assertThat(there.all()).hasSize(1);
        ShapedFlow flow = there.all().get(0).flows().get(0);
        assertThat(flow.ends()).hasToString("10.0.0.1/6/1/10.0.0.5/80");
        assertThat(flow.classIndex()).isEmpty();
        assertThat(flow.lastFeedbackMs()).isEqualTo(nowMs - 100);
        assertThat(flow.reportedMs()).isEqualTo(nowMs);

        nowMs += FlowReports.KEPT_MS - 1;
        there.expire();
        assertThat(here.all()).hasSize(1);
        nowMs++;
        assertThat(here.all()).isEmpty();
        there.expire();
        assertThat(maps.eventual("flows").values()).isEmpty();
    }

    @Test
    void aReportWithoutFlowsAndARemovalForget() throws IOException {
        here.put(SOURCE, body("10.0.0.5"));
        here.put(SOURCE, (ObjectNode) new ObjectMapper().readTree("{\"flows\":[]}"));
        assertThat(there.all()).isEmpty();

        here.put(SOURCE, body("10.0.0.5"));
        there.remove(SOURCE);
        assertThat(here.all()).isEmpty();
    }

    @Test
    void aReportForWhichThereIsNoRoomIsRefusedAndTheOthersStay() throws IOException {
        here.put(SOURCE, body("10.0.0.5"));
        maps.<String>eventual("flows")
                .put("10.0.0.9", nowMs + " 10.0.0.9 " + body("10.0.0.5") + " ".repeat(8 << 20));

        assertThatThrownBy(() -> here.put(IpAddress.valueOf("10.0.0.2"), body("10.0.0.5")))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("all the room");
        assertThat(here.all()).extracting(FlowReport::source).contains(SOURCE);
    }
}
