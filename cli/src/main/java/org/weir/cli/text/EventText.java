// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;

/** Events as text for the shell. */
public final class EventText {

    private EventText() {}

    /** One sentence for each event, in the same order, broken into lines of the shell's width. */
    public static List<String> lines(List<Event> events) {
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            String type =
                    event.alert().map(AlertReference::kind).map(kind -> kind + " ").orElse("");
            lines.addAll(
                    TextTable.wrap(
                            UtcTime.text(event.timeMs())
                                    + " "
                                    + event.kind().word()
                                    + " "
                                    + type
                                    + event.subject()
                                    + ": "
                                    + event.text().replace('\n', ' ')));
        }
        return lines;
    }
}
