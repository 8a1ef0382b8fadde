// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.agent.flow.SlotTraffic;

/** Reader of what {@code tc -s class show dev X} prints about classes of HTB. */
final class TrafficReader {
    private static final Pattern CLASS = Pattern.compile("class htb ([0-9a-f]+:)([0-9a-f]+) .*");
    private static final Pattern SENT =
            Pattern.compile(" Sent (\\d+) bytes (\\d+) pkt \\(dropped \\d+, overlimits (\\d+) .*");
    private static final Pattern BACKLOG = Pattern.compile(" backlog \\S+ (\\d+)p .*");

    private TrafficReader() {}

    /**
     * Reads counters.
     *
     * @param lines output of tc
     * @param names names of the agent's classes; others are left out
     * @return counters by slot
     */
    static Map<Integer, SlotTraffic> read(List<String> lines, OwnNames names) {
        Map<Integer, SlotTraffic> bySlot = new HashMap<>();
        int slot = 0;
        Matcher sent = null;
        for (String line : lines) {
            Matcher begin = CLASS.matcher(line);
            if (begin.matches()) {
                boolean own = begin.group(1).equals(names.rootHandle());
                slot = own ? Integer.parseInt(begin.group(2), 16) : 0;
                sent = null;
                continue;
            }
            Matcher counters = SENT.matcher(line);
            if (counters.matches()) {
                sent = counters;
                continue;
            }
            Matcher backlog = BACKLOG.matcher(line);
            if (slot != 0 && sent != null && backlog.matches()) {
                bySlot.put(
                        slot,
                        new SlotTraffic(
                                Long.parseLong(sent.group(1)),
                                Long.parseLong(sent.group(2)),
                                Long.parseLong(backlog.group(1)),
                                Long.parseLong(sent.group(3))));
                slot = 0;
            }
        }
        return bySlot;
    }
}
