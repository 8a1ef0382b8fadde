// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.weir.runner.shell.Command;

/**
 * TCP segments that a host has sent, by Linux's counters (RFC 4022, {@code /proc/net/snmp}).
 *
 * @param firstTime segments, those sent again left out
 * @param again segments sent again
 */
record SentSegments(long firstTime, long again) {
    private static final String PREFIX = "Tcp: ";

    /** Reads the counters of a network namespace. */
    static SentSegments of(String namespace) throws IOException {
        return parse(
                Command.run(List.of("ip", "netns", "exec", namespace, "cat", "/proc/net/snmp"), "")
                        .output());
    }

    /**
     * Finds the counters in the text of {@code /proc/net/snmp}: a line of names and one of values.
     *
     * @throws IOException when they are not there
     */
    static SentSegments parse(String text) throws IOException {
        List<List<String>> tcp =
                text.lines()
                        .filter(line -> line.startsWith(PREFIX))
                        .map(line -> Arrays.asList(line.substring(PREFIX.length()).split(" ")))
                        .toList();
        if (tcp.size() != 2 || tcp.get(0).size() != tcp.get(1).size()) {
            throw new IOException("/proc/net/snmp: no counters of TCP");
        }
        return new SentSegments(
                value(tcp.get(0), tcp.get(1), "OutSegs"),
                value(tcp.get(0), tcp.get(1), "RetransSegs"));
    }

    private static long value(List<String> names, List<String> values, String name)
            throws IOException {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IOException("/proc/net/snmp: no counter " + name);
        }
        return Long.parseLong(values.get(index));
    }

    /** The segments sent since an earlier reading. */
    SentSegments since(SentSegments earlier) {
        return new SentSegments(firstTime - earlier.firstTime, again - earlier.again);
    }

    /** Segments sent again as a part of those sent for the first time; NaN if there are none. */
    double partAgain() {
        return firstTime == 0 ? Double.NaN : (double) again / firstTime;
    }
}
