// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;

class EventTextTest {

    /** Wherever the node stands: those of a cluster may stand in several time zones. */
    @Test
    void timesAreInUtc() {
        Event event =
                Event.of(EventKind.LINK_DOWN, "device:s1/4", "link lost to device:s2/1")
                        .at("device:s1", 4)
                        .as(new EventId(1_764_097_953_000L, 2, "127.0.0.1"));
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            assertThat(EventText.lines(List.of(event)))
                    .containsExactly(
                            "2025-11-25T19:12:33Z link-down device:s1/4: link lost to"
                                    + " device:s2/1");
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
