// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;
import org.weir.app.shape.JsonShape;

/** Events as JSON: of REST, of the shell, of webhooks, and in ONOS's store. */
public final class EventJson {

    /** The alert that an event begins or ends. */
    public static final JsonShape<AlertReference> ALERT =
            JsonShape.<AlertReference>named("EventAlert")
                    .field(
                            "kind",
                            STRING.example("device-unreachable"),
                            "Alert type.",
                            AlertReference::kind)
                    .field(
                            "sinceMs",
                            INTEGER,
                            "Time at which the alert was first seen, ms since 1970.",
                            AlertReference::sinceMs)
                    .field(
                            "beganId",
                            STRING.orNull(),
                            "Identifier of the event that began the alert; null in that event.",
                            AlertReference::beganId)
                    .end();

    /** An event. */
    public static final JsonShape<Event> EVENT =
            JsonShape.<Event>named("Event")
                    .field(
                            "id",
                            STRING.example("1764095000123-17@127.0.0.1"),
                            "Identifier. No two events have the same.",
                            Event::id)
                    .field(
                            "timeMs",
                            INTEGER,
                            "Time at which it was recorded, ms since 1970.",
                            Event::timeMs)
                    .field(
                            "kind",
                            STRING.oneOf(EventKind.words()),
                            "Kind of event.",
                            event -> event.kind().word())
                    .field(
                            "subject",
                            STRING.example("device:s1/4"),
                            "Device, port, class at a port, host, plan or policy that it is"
                                    + " about.",
                            Event::subject)
                    .field(
                            "device",
                            STRING.orNull(),
                            "ONOS device id; null if it is not about a switch.",
                            Event::device)
                    .field(
                            "port",
                            INTEGER.atLeast(1).orNull(),
                            "Port number; null if it is not about a port.",
                            Event::port)
                    .field("text", STRING, "One sentence.", Event::text)
                    .field(
                            "alert",
                            ALERT.type().orNull(),
                            "Alert that it begins or ends; null for other kinds.",
                            Event::alert)
                    .end();

    private EventJson() {}

    /**
     * Reads an event that {@link #EVENT} wrote.
     *
     * @throws IllegalArgumentException if another build has written it
     */
    public static Event read(JsonNode json) {
        EventKind kind =
                EventKind.of(json.path("kind").asText())
                        .orElseThrow(() -> new IllegalArgumentException("no kind in " + json));
        EventId id =
                EventId.read(json.path("id").asText())
                        .orElseThrow(() -> new IllegalArgumentException("no id in " + json));
        Event event =
                Event.of(kind, json.path("subject").asText(), json.path("text").asText()).as(id);
        if (json.path("device").isTextual()) {
            event = event.at(json.path("device").asText(), json.path("port").asLong(0));
        }
        JsonNode alert = json.path("alert");
        if (alert.isObject()) {
            event =
                    event.about(
                            new AlertReference(
                                    alert.path("kind").asText(),
                                    alert.path("sinceMs").asLong(),
                                    alert.path("beganId").asText(null)));
        }
        return event;
    }
}
