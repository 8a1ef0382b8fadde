// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Links and traffic of a run's samples: the totals, and those since ONOS had found all links. */
final class LinkWatch {
    private final int expected;
    private TrafficTotals whenFound;
    private int least;

    /**
     * @param expected directed links between switches
     */
    LinkWatch(int expected) {
        this.expected = expected;
    }

    /** Takes the next sample; those in which ONOS did not answer say nothing of links. */
    void add(Sample sample) {
        if (!sample.onosAnswers()) {
            return;
        }
        if (whenFound != null) {
            least = Math.min(least, sample.links());
        } else if (sample.links() == expected) {
            whenFound = TrafficTotals.of(sample.flows());
            least = expected;
        }
    }

    /**
     * Writes {@code traffic}, {@code linksExpected} and {@code linksLeast}. Values that count from
     * the discovery of all links are null when they were not found.
     *
     * @param last the sample at the end
     */
    void writeTo(ObjectNode summary, Sample last) {
        TrafficTotals all = TrafficTotals.of(last.flows());
        ObjectNode traffic = summary.putObject("traffic");
        traffic.put("sentPackets", all.sentPackets());
        traffic.put("receivedPackets", all.receivedPackets());
        traffic.put("lostPackets", all.lostPackets());
        summary.put("linksExpected", expected);
        if (whenFound == null) {
            traffic.putNull("lostSinceLinksFound");
            traffic.putNull("sentSinceLinksFound");
            summary.putNull("linksLeast");
        } else {
            TrafficTotals since = all.since(whenFound);
            traffic.put("lostSinceLinksFound", since.lostPackets());
            traffic.put("sentSinceLinksFound", since.sentPackets());
            summary.put("linksLeast", least);
        }
    }
}
