// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;

/** Events as text for the shell. */
public final class EventText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private EventText() {}

    /**
     * One sentence for each event, in the same order, broken into lines of the shell's width.
     *
     * @param clock time zone of the times written, and the present day
     */
    public static List<String> lines(List<Event> events, Clock clock) {
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            ZonedDateTime time = Instant.ofEpochMilli(event.timeMs()).atZone(clock.getZone());
            boolean today = time.toLocalDate().equals(ZonedDateTime.now(clock).toLocalDate());
            String type =
                    event.alert().map(AlertReference::kind).map(kind -> kind + " ").orElse("");
            lines.addAll(
                    TextTable.wrap(
                            time.format(today ? TIME : DAY_AND_TIME)
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
