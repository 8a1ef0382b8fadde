// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Screen of the run: a table that is redrawn in place on a terminal, plain lines elsewhere.
 * Thread-safe.
 */
final class Screen {
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";
    private static final int KEPT_MESSAGES = 12;
    private static final int PLAIN_EVERY_SAMPLES = 5;

    private final PrintStream out;
    private final boolean terminal;
    private final Deque<String> messages = new ArrayDeque<>();
    private List<String> table = List.of();
    private int samples;

    Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Whether the table is redrawn in place. */
    boolean isTerminal() {
        return terminal;
    }

    /** Prints a message once; on a terminal it stays under the table for a while. */
    synchronized void say(String message) {
        messages.add(message);
        if (messages.size() > KEPT_MESSAGES) {
            messages.remove();
        }
        if (terminal && !table.isEmpty()) {
            redraw();
        } else {
            out.println(message);
            out.flush();
        }
    }

    /** Shows the newest sample; elsewhere than on a terminal only each fifth. */
    synchronized void show(List<String> lines) {
        table = lines;
        if (terminal) {
            redraw();
        } else if (samples++ % PLAIN_EVERY_SAMPLES == 0) {
            lines.forEach(out::println);
            out.flush();
        }
    }

    /** Shows lines for good, after the table. */
    synchronized void end(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    private void redraw() {
        out.print(HOME_AND_CLEAR);
        table.forEach(out::println);
        out.println();
        messages.forEach(out::println);
        out.flush();
    }
}
