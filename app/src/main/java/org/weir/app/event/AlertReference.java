// SPDX-License-Identifier: Apache-2.0
package org.weir.app.event;

import java.util.Objects;

/** The alert that an event begins or ends. Immutable. */
public final class AlertReference {

    private final String kind;
    private final long sinceMs;
    private final String beganId;

    /**
     * A reference.
     *
     * @param kind alert type, such as {@code device-unreachable}
     * @param sinceMs wall-clock time at which the alert was first seen, ms since 1970
     * @param beganId text of the identifier of the event that began it; null for that event itself
     */
    public AlertReference(String kind, long sinceMs, String beganId) {
        this.kind = Objects.requireNonNull(kind);
        this.sinceMs = sinceMs;
        this.beganId = beganId;
    }

    /** Alert type, such as {@code device-unreachable}. */
    public String kind() {
        return kind;
    }

    /** Wall-clock time at which the alert was first seen, ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    /** Text of the identifier of the event that began it; null for that event itself. */
    public String beganId() {
        return beganId;
    }
}
