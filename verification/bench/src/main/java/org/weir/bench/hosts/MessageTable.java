// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.weir.bench.hosts.MessageTraffic.ClassMessages;
import org.weir.bench.hosts.MessageTraffic.Measured;
import org.weir.bench.messages.EmptyNetwork;
import org.weir.bench.messages.MessageFigures;
import org.weir.bench.messages.MessageSizes;
import org.weir.bench.messages.SentMessage;

/** Two tables of a run's messages: a row for each class, and one for each size of a class. */
final class MessageTable {
    private static final double MEGA = 1e6;
    private static final double BITS_PER_BYTE = 8;
    private static final double BYTES_PER_KB = 1000;

    private final MessageSizes sizes;
    private final List<EmptyNetwork> paths;
    private final Measured measured;

    /**
     * Tables of a run.
     *
     * @param sizes sizes of the groups
     * @param paths path of each class's messages
     */
    MessageTable(MessageSizes sizes, List<EmptyNetwork> paths, Measured measured) {
        this.sizes = sizes;
        this.paths = paths;
        this.measured = measured;
    }

    /** Prints them under a line that begins with a title. */
    void print(PrintWriter out, String title) {
        double goodputBps =
                measured.classes().stream().mapToDouble(ClassMessages::goodputBps).sum();
        out.printf(Locale.ROOT, "%s: %.2f Mb/s together%n", title, goodputBps / MEGA);
        out.println(
                "  class  offered  finished  unfinished  refused  offered Mb/s  goodput Mb/s"
                        + "  weight  λ* Mb/s  p99 ms  sent again");
        for (int i = 0; i < paths.size(); i++) {
            printClass(out, i);
        }
        out.println(
                "  class  size    kB       begun  time p50 ms  time p99 ms  slowdown p50"
                        + "  slowdown p99");
        for (int i = 0; i < paths.size(); i++) {
            for (int group = 0; group < MessageSizes.GROUPS.size(); group++) {
                int chosen = group;
                List<SentMessage> messages =
                        measured.classes().get(i).messages().stream()
                                .filter(each -> each.arrival().group() == chosen)
                                .toList();
                printTimes(
                        out,
                        i,
                        MessageSizes.GROUPS.get(group),
                        String.format(Locale.ROOT, "%.1f", sizes.bytes().get(group) / BYTES_PER_KB),
                        messages);
            }
            printTimes(out, i, "all", "", measured.classes().get(i).messages());
        }
        printFailures(out);
        out.flush();
    }

    private void printClass(PrintWriter out, int index) {
        ClassMessages messages = measured.classes().get(index);
        MessageFigures figures = MessageFigures.of(messages.messages(), paths.get(index));
        String name = ClassHosts.CLASSES.get(index);
        double offeredBytes =
                messages.messages().stream().mapToDouble(each -> each.arrival().bytes()).sum();
        out.printf(
                Locale.ROOT,
                "  %-5s  %7d  %8d  %10d  %7d  %12.3f  %12.3f  %6s  %7s  %6s  %10s%n",
                name,
                figures.offered(),
                figures.finished(),
                figures.unfinished(),
                figures.refused(),
                BITS_PER_BYTE * offeredBytes / measured.seconds() / MEGA,
                messages.goodputBps() / MEGA,
                text("%.3f", measured.port().mean(name, "/weight")),
                text("%.2f", measured.port().mean(name, "/targetRateBps") / MEGA),
                text("%.1f", measured.port().mean(name, "/delayMs/p99")),
                text("%.2f %%", 100 * messages.sent().partAgain()));
    }

    private void printTimes(
            PrintWriter out, int index, String group, String kb, List<SentMessage> messages) {
        MessageFigures figures = MessageFigures.of(messages, paths.get(index));
        out.printf(
                Locale.ROOT,
                "  %-5s  %-6s  %-7s  %5d  %11s  %11s  %12s  %12s%n",
                ClassHosts.CLASSES.get(index),
                group,
                kb,
                figures.offered() - figures.refused(),
                text("%.1f", figures.medianMs()),
                text("%.1f", figures.p99Ms()),
                text("%.2f", figures.medianSlowdown()),
                text("%.2f", figures.p99Slowdown()));
    }

    /** A number; - if there is none. */
    private static String text(String format, double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }

    private void printFailures(PrintWriter out) {
        for (int i = 0; i < paths.size(); i++) {
            ClassMessages messages = measured.classes().get(i);
            int failed = MessageFigures.of(messages.messages(), paths.get(i)).failed();
            if (failed > 0) {
                out.printf(
                        "  class %s: %d of the unfinished failed; the first failure: %s%n",
                        ClassHosts.CLASSES.get(i),
                        failed,
                        messages.failure().map(Throwable::getMessage).orElse("unknown"));
            }
        }
        if (measured.port().lostFrames() > 0) {
            out.printf(
                    "  lost between hosts and switches: %d frames%n", measured.port().lostFrames());
        }
    }
}
