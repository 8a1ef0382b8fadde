// SPDX-License-Identifier: Apache-2.0
package org.weir.app.event;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Something that happened, with its time. Immutable. */
public final class Event {

    private final EventId id;
    private final EventKind kind;
    private final String subject;
    private final String device;
    private final long port;
    private final String text;
    private final AlertReference alert;

    private Event(
            EventId id,
            EventKind kind,
            String subject,
            String device,
            long port,
            String text,
            AlertReference alert) {
        this.id = id;
        this.kind = Objects.requireNonNull(kind);
        this.subject = Objects.requireNonNull(subject);
        this.device = device;
        this.port = port;
        this.text = Objects.requireNonNull(text);
        this.alert = alert;
    }

    /**
     * An event that is not recorded yet.
     *
     * @param kind its kind
     * @param subject thing that it is about, such as {@code device:s1/4} or {@code plan 3}
     * @param text one sentence for a reader
     */
    public static Event of(EventKind kind, String subject, String text) {
        return new Event(null, kind, subject, null, 0, text, null);
    }

    /** The same event, at a switch. */
    public Event at(String device) {
        return new Event(id, kind, subject, device, 0, text, alert);
    }

    /** The same event, at a port, whose number is at least 1. */
    public Event at(String device, long port) {
        return new Event(id, kind, subject, device, port, text, alert);
    }

    /** The same event, which begins or ends an alert. */
    public Event about(AlertReference alert) {
        return new Event(id, kind, subject, device, port, text, alert);
    }

    /** The same event with its identifier. */
    public Event as(EventId id) {
        return new Event(id, kind, subject, device, port, text, alert);
    }

    /** Its identifier; null before it is recorded. */
    public EventId id() {
        return id;
    }

    /** Wall-clock time at which it was recorded, ms since 1970. */
    public long timeMs() {
        return id.timeMs();
    }

    /** Its kind. */
    public EventKind kind() {
        return kind;
    }

    /** Thing that it is about, such as {@code device:s1/4}, {@code 10.0.0.1} or {@code plan 3}. */
    public String subject() {
        return subject;
    }

    /** The switch that it is about; empty if it is not about one. */
    public Optional<String> device() {
        return Optional.ofNullable(device);
    }

    /** The port that it is about; empty if it is not about one. */
    public OptionalLong port() {
        return port > 0 ? OptionalLong.of(port) : OptionalLong.empty();
    }

    /** One sentence for a reader. */
    public String text() {
        return text;
    }

    /** The alert that it begins or ends; empty for other kinds. */
    public Optional<AlertReference> alert() {
        return Optional.ofNullable(alert);
    }

    @Override
    public String toString() {
        return kind.word() + " " + subject + ": " + text;
    }
}
