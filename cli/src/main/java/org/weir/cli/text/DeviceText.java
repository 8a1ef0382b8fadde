// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;

/** Switches as text for the shell: packets that each dropped outside the queues of classes. */
public final class DeviceText {

    private static final String UNKNOWN = "-";

    private DeviceText() {}

    /**
     * A heading and one line per switch.
     *
     * @param devices the switches
     * @return the lines
     */
    public static List<String> lines(List<DeviceView> devices) {
        List<String> headings = new ArrayList<>(List.of("device", "state", "rules", "pending"));
        for (DropCause cause : DropCause.values()) {
            headings.add(cause.word());
        }
        headings.add("per s");
        TextTable table = new TextTable(headings.toArray(new String[0]));
        for (DeviceView device : devices) {
            List<String> cells = new ArrayList<>();
            cells.add(device.device());
            cells.add(device.available() ? "available" : "unavailable");
            cells.add(rules(device.confirmedRules()));
            cells.add(rules(device.unconfirmedRules()));
            for (DropCause cause : DropCause.values()) {
                cells.add(
                        device.drops()
                                .count(cause)
                                .map(DropCount::packets)
                                .map(String::valueOf)
                                .orElse(UNKNOWN));
            }
            cells.add(perSecond(device.drops().packetsPerSecond()));
            table.row(cells.toArray(new String[0]));
        }
        return table.lines();
    }

    private static String rules(OptionalInt count) {
        return count.isPresent() ? Integer.toString(count.getAsInt()) : UNKNOWN;
    }

    private static String perSecond(OptionalDouble packets) {
        return packets.isPresent()
                ? String.format(Locale.ROOT, "%.1f", packets.getAsDouble())
                : UNKNOWN;
    }
}
