// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.top;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Rounds of the live table: each reads the queues, prints them, and waits. */
final class Rounds {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final double NS_PER_SECOND = 1e9;

    /** Wait between two rounds. */
    interface Pause {
        /**
         * Waits.
         *
         * @throws InterruptedException if the user ends the command, as Ctrl-C does
         */
        void await() throws InterruptedException;
    }

    private final Supplier<TopTable> reader;
    private final Consumer<String> printer;
    private final LongSupplier clockNs;
    private final Pause pause;

    /**
     * Rounds that have not begun.
     *
     * @param reader the queues of now
     * @param printer takes a whole round's text
     * @param clockNs a clock that only rises, ns
     */
    Rounds(Supplier<TopTable> reader, Consumer<String> printer, LongSupplier clockNs, Pause pause) {
        this.reader = reader;
        this.printer = printer;
        this.clockNs = clockNs;
        this.pause = pause;
    }

    /**
     * Runs until the last round, or until the thread is interrupted.
     *
     * @param rounds number of rounds; 0 for no end
     * @param clears whether each round takes the place of the one before
     * @param most largest number of queues in a round
     * @param all whether queues without traffic are shown
     * @return the number of rounds that were printed
     */
    int run(int rounds, boolean clears, int most, boolean all) {
        TopTable earlier = null;
        long earlierNs = 0;
        int done = 0;
        try {
            while (true) {
                long nowNs = clockNs.getAsLong();
                TopTable table = reader.get();
                List<String> lines =
                        table.lines(most, all, earlier, (nowNs - earlierNs) / NS_PER_SECOND);
                printer.accept((clears ? CLEAR : "") + String.join("\n", lines));
                done++;
                if (done == rounds) {
                    return done;
                }
                earlier = table;
                earlierNs = nowNs;
                pause.await();
            }
        } catch (InterruptedException e) {
            // The shell interrupts a command on Ctrl-C; this is how this one ends.
            return done;
        }
    }
}
