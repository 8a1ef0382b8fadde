// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import java.util.ArrayDeque;
import java.util.Deque;

/** Reports of marks that a sender takes a number of acknowledgements later. */
final class MarkDelay {
    private final int acknowledgements;
    private final Deque<MarkFeedback.Marks> waiting = new ArrayDeque<>();

    /**
     * @param acknowledgements by which a report is taken later, at least 0
     */
    MarkDelay(int acknowledgements) {
        this.acknowledgements = acknowledgements;
    }

    /** Marks of the acknowledgement that came that number before, given the newest one's. */
    MarkFeedback.Marks take(MarkFeedback.Marks newest) {
        if (acknowledgements == 0) {
            return newest;
        }
        waiting.add(newest);
        return waiting.size() > acknowledgements ? waiting.remove() : MarkFeedback.Marks.NONE;
    }
}
