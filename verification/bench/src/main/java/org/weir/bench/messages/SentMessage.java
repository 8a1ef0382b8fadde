// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import org.weir.bench.messages.MessageArrivals.Arrival;

/**
 * A message that was offered, and its end.
 *
 * @param arrival its arrival
 * @param end its end, as far as it is known
 * @param timeNs from connecting to the receiver's answer; of a message that did not finish, until
 *     now; 0 of one that was refused
 */
public record SentMessage(Arrival arrival, End end, long timeNs) {
    /** Ends of messages. */
    public enum End {
        /** The receiver has answered. */
        FINISHED,
        /** It is open. */
        UNFINISHED,
        /** Its connection was not made, or broke. */
        FAILED,
        /** It did not begin, because too many were open. */
        REFUSED
    }
}
