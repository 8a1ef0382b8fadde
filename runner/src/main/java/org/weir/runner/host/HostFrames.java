// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Frames of a host that is a network namespace, since it was made. Losses here happen between the
 * host's programs and the network, so no queue of a switch counts them.
 *
 * @param host name
 * @param sentFrames frames that the host's line has carried into the network
 * @param receivedFrames frames that the host's interface took from the network
 * @param overflowFrames frames that the host sent while {@code queueFrames} waited for its line
 * @param missedFrames messages of Linux that came faster than they were read
 * @param unreadableFrames messages of Linux that could not be made frames of a wire
 * @param refusedFrames frames from the network that the host's interface did not take
 */
public record HostFrames(
        String host,
        long sentFrames,
        long receivedFrames,
        long overflowFrames,
        long missedFrames,
        long unreadableFrames,
        long refusedFrames) {

    /**
     * All frames that were lost. A message that was lost counts once, however many frames it is.
     */
    public long lostFrames() {
        return overflowFrames + missedFrames + unreadableFrames + refusedFrames;
    }

    /** The losses by reason, such as {@code h1: 12 overflowed its queue, 3 not readable}. */
    public String lossText() {
        List<String> parts = new ArrayList<>();
        add(parts, overflowFrames, "overflowed its queue");
        add(parts, missedFrames, "not read in time");
        add(parts, unreadableFrames, "not readable");
        add(parts, refusedFrames, "not taken by its interface");
        return host + ": " + String.join(", ", parts);
    }

    private static void add(List<String> parts, long frames, String reason) {
        if (frames > 0) {
            parts.add(String.format(Locale.ROOT, "%d %s", frames, reason));
        }
    }
}
