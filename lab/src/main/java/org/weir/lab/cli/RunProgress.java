// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.weir.lab.experiment.run.RunName;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.network.Network;

/**
 * Progress of runs and the time left, printed in one line that is overwritten at a terminal, and
 * elsewhere in a line every 10 s. Thread-safe.
 */
final class RunProgress implements RunObserver {
    private static final Duration AT_A_TERMINAL = Duration.ofMillis(500);
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);
    private static final String LINE_START = "\r";
    private static final String ERASE_LINE = "\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier clockNs;
    private final long startNs;
    private final long intervalNs;
    private final Map<RunName, Double> underWay = new HashMap<>();
    private long lastNs;

    /**
     * Time at which the first network was ready to run, ns; −1 before. Until then programs are
     * loaded and compiled, which happens once.
     */
    private long readyNs = -1;

    private int planned;
    private int ended;
    private boolean lineStands;

    /**
     * @param terminal whether a line can be written over
     * @param clockNs the wall clock, ns
     */
    RunProgress(PrintWriter out, boolean terminal, LongSupplier clockNs) {
        this.out = out;
        this.terminal = terminal;
        this.clockNs = clockNs;
        startNs = clockNs.getAsLong();
        lastNs = startNs;
        intervalNs = (terminal ? AT_A_TERMINAL : ELSEWHERE).toNanos();
    }

    /** Progress of this process: a terminal is one that reads and writes. */
    static RunProgress onStandardError(PrintWriter err) {
        return new RunProgress(err, System.console() != null, System::nanoTime);
    }

    @Override
    public synchronized void planned(RunName run) {
        planned++;
    }

    @Override
    public synchronized void begins(RunName run, Network network) {
        if (readyNs < 0) {
            readyNs = clockNs.getAsLong();
        }
    }

    @Override
    public synchronized void reaches(RunName run, double part) {
        underWay.put(run, part);
        tellNowAndThen();
    }

    @Override
    public synchronized void ends(RunName run) {
        underWay.remove(run);
        ended++;
        tellNowAndThen();
    }

    /** Takes the line away, before something else is written. */
    synchronized void clear() {
        if (lineStands) {
            out.print(LINE_START + ERASE_LINE);
            out.flush();
            lineStands = false;
        }
    }

    private void tellNowAndThen() {
        long nowNs = clockNs.getAsLong();
        if (nowNs - lastNs < intervalNs) {
            return;
        }
        lastNs = nowNs;
        String line = line(nowNs - startNs, nowNs - (readyNs < 0 ? startNs : readyNs));
        if (terminal) {
            out.print(LINE_START + line + ERASE_LINE);
            lineStands = true;
        } else {
            out.println(line);
        }
        out.flush();
    }

    /**
     * All runs count alike, which holds near enough for those of one experiment.
     *
     * @param movingNs of the time elapsed, that in which networks moved
     */
    private String line(long elapsedNs, long movingNs) {
        double done = ended + underWay.values().stream().mapToDouble(part -> part).sum();
        double fraction = planned == 0 ? 0 : Math.min(1, done / planned);
        String left =
                fraction == 0
                        ? ""
                        : ", about " + text(movingNs * (1 - fraction) / fraction) + " left";
        return String.format(
                Locale.ROOT,
                "%d of %d runs, %.0f %%, %s%s",
                ended,
                planned,
                Math.floor(100 * fraction),
                text(elapsedNs),
                left);
    }

    private static String text(double ns) {
        Duration time = Duration.ofSeconds(Math.round(ns / 1e9));
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() > 0
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : time.toSeconds() + " s";
    }
}
