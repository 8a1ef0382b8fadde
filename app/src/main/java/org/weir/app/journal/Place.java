// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.app.event.Event;

/**
 * Switch and port in the subject of an alert: {@code device:s1}, {@code device:s1/4} or {@code
 * device:s1/4/A}, the last for a class.
 */
public final class Place {

    private static final Pattern SUBJECT =
            Pattern.compile("(device:[^/]+)(?:/(\\d{1,18})(?:/.*)?)?");

    private final String device;
    private final long port;

    private Place(String device, long port) {
        this.device = device;
        this.port = port;
    }

    /** The place in a subject; nowhere if that is no switch, port or class. */
    public static Place of(String subject) {
        Matcher parts = SUBJECT.matcher(subject);
        if (!parts.matches()) {
            return new Place(null, 0);
        }
        return new Place(
                parts.group(1), parts.group(2) == null ? 0 : Long.parseLong(parts.group(2)));
    }

    /** Id of the switch; null if there is none. */
    public String device() {
        return device;
    }

    /** The event at this place. */
    Event put(Event event) {
        return device == null ? event : event.at(device, port);
    }
}
