// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A {@code tc -batch} that is kept open, with two processes that outlive this one and ignore the
 * signals that end programs of a terminal.
 *
 * <ul>
 *   <li>The shell: when the pipe to tc closes, for whatever reason, kill -9 among them, tc ends and
 *       the shell runs the cleaning commands.
 *   <li>The watchdog, a child of the shell: it ends tc when tc has been given nothing for {@link
 *       #MOST_SILENT_SECONDS}, as when this process hangs. It runs the cleaning commands itself if
 *       the shell was killed; a shell that lives ends the watchdog first. On a busy machine a
 *       killed shell may live on for a moment, so the watchdog waits for its end.
 * </ul>
 *
 * Not thread-safe.
 */
final class TcSession implements AutoCloseable {
    /** Time without a batch after which the watchdog ends the session, s. */
    static final int MOST_SILENT_SECONDS = 5;

    private static final long ANSWER_SECONDS = 10;

    /**
     * The watchdog knows that tc has worked by its context switches: it sleeps between batches. A
     * killed process counts as ended before its parent has noticed it, which a parent that hangs
     * never does.
     */
    private static final String SCRIPT =
            """
            trap '' HUP INT TERM
            exec 3<&0
            stdbuf -oL tc -force -s -batch - <&3 2>&1 &
            tc=$!
            exec 3<&- </dev/null
            clean() {
            %2$s
            :
            }
            runs() {
              state=Z
              while read -r name value rest; do
                [ "$name" = State: ] && state=$value
              done < /proc/$1/status
              [ $state != Z ] && [ $state != X ]
            }
            watchdog() {
              silent=0
              before=
              while runs $tc && [ $silent -lt %1$d ]; do
                sleep 1
                now=
                while read -r name value; do
                  [ "$name" = voluntary_ctxt_switches: ] && now=$value
                done < /proc/$tc/status
                silent=$((silent + 1))
                [ "$now" = "$before" ] || silent=0
                before=$now
              done
              kill -9 $tc
              while runs $$; do sleep 1; done
              clean
            }
            watchdog > /dev/null 2>&1 &
            watchdog=$!
            wait $tc
            kill -9 $watchdog 2>/dev/null
            clean
            """;

    /** An object that tc does not know: what it says about it ends the answer to a batch. */
    private static final String END = "weir-end";

    private static final String END_ANSWER = "Object \"" + END + "\" is unknown";
    private static final String FAILED = "Command failed -:";

    private final Process process;
    private final OutputStream input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

    /** Line that stands for the end of tc's output; tc prints no such line. */
    private static final String CLOSED = "\0";

    /** The shell's children: tc and the watchdog. */
    private List<ProcessHandle> children = List.of();

    private TcSession(Process process) {
        this.process = process;
        input = process.getOutputStream();
        Thread reader = new Thread(this::readOutput, "tc");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts tc in this process's network namespace.
     *
     * @param cleaning shell commands that are run when the session ends, however it does
     * @throws IOException if the shell cannot be started
     */
    static TcSession start(String cleaning) throws IOException {
        String script = SCRIPT.formatted(MOST_SILENT_SECONDS, cleaning);
        return new TcSession(
                new ProcessBuilder("setsid", "sh", "-c", script).redirectErrorStream(true).start());
    }

    private void readOutput() {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException e) {
            // The session has ended; the caller learns it from the line below.
        }
        output.add(CLOSED);
    }

    /**
     * Answer to a batch.
     *
     * @param lines output of tc
     * @param failed number of lines of the batch that tc or the kernel refused
     */
    record Answer(List<String> lines, int failed) {}

    /**
     * True while tc and the processes that clean up after it are there; to be asked after a batch.
     */
    boolean isWatched() {
        if (children.size() < 2) {
            children = process.toHandle().children().toList();
        }
        return process.isAlive()
                && children.size() == 2
                && children.stream().allMatch(ProcessHandle::isAlive);
    }

    /**
     * Runs a batch to its end; lines behind one that fails are run too.
     *
     * @throws IOException if tc has ended, or does not answer
     */
    Answer run(List<String> batch) throws IOException {
        input.write(
                (String.join("\n", batch) + "\n" + END + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
        List<String> lines = new ArrayList<>();
        int failed = 0;
        boolean ended = false;
        while (true) {
            String line = next();
            if (line.equals(CLOSED)) {
                throw new IOException("tc has ended: " + String.join("; ", lines));
            }
            if (ended && line.startsWith(FAILED)) {
                return new Answer(lines, failed);
            }
            if (line.startsWith(END_ANSWER)) {
                ended = true;
            } else if (line.startsWith(FAILED)) {
                failed++;
            } else if (!line.isBlank()) {
                lines.add(line);
            }
        }
    }

    private String next() throws IOException {
        try {
            String line = output.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new IOException("tc does not answer");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("tc: interrupted", e);
        }
    }

    /** Ends tc, and waits until what it had installed has been taken away. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            // The watchdog cleans up if the shell was killed.
            for (ProcessHandle child : children) {
                child.onExit().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            // What is left is taken away by the next start.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
