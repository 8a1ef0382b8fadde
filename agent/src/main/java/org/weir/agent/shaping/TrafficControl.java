// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.weir.agent.flow.Shape;
import org.weir.agent.flow.SlotTraffic;

/**
 * Shaping by Linux's traffic control: a root qdisc of HTB with a class for each slot, and a filter
 * at the ingress that drops what claims to be feedback to the interface's addresses. Programs of
 * this machine that it uses: tc, sh, setsid, stdbuf.
 */
public final class TrafficControl implements Shaping {
    private static final long COMMAND_SECONDS = 10;
    private static final int MOST_ATTEMPTS = 3;
    private static final int MOST_LOOKS = 10;
    private static final long PAUSE_MS = 200;

    private final String device;
    private boolean ingressIsThere;

    /** False when it was said that fq_codel is not there. */
    private boolean restShares = true;

    private ShapePlan plan;
    private Set<InetAddress> addresses;
    private final Consumer<String> say;
    private TcSession session;
    private Collection<Shape> shapes = List.of();

    private TrafficControl(
            String device,
            OwnNames names,
            long lineBps,
            boolean ingressIsThere,
            Consumer<String> say)
            throws IOException {
        this.device = device;
        this.say = say;
        this.ingressIsThere = ingressIsThere;
        plan = new ShapePlan(device, names, HostInterface.mtuBytes(device), lineBps);
    }

    /** Reads the state of an interface of this network namespace. */
    public static InterfaceState stateOf(String device) throws IOException {
        return InterfaceState.read(
                tc("-j", "qdisc", "show", "dev", device),
                tcOrNothing("-j", "filter", "show", "dev", device, "ingress"),
                tcOrNothing("-j", "filter", "show", "dev", device, "egress"));
    }

    /**
     * Takes away what killed agents have left on an interface.
     *
     * @return lines for tc that were run
     * @throws IOException if one fails
     */
    public static List<String> clean(String device) throws IOException {
        List<String> lines = stateOf(device).cleaning(device);
        for (String line : lines) {
            tc(line.split(" "));
        }
        return lines;
    }

    /**
     * Installs what is needed before any flow is shaped.
     *
     * @param lineBps rate of the interface's line, bit/s
     * @param say gets a line for each event
     * @throws IOException if tc refuses; nothing is left then
     */
    public static TrafficControl install(String device, long lineBps, Consumer<String> say)
            throws IOException {
        // The shell of a killed agent may still be cleaning: it knows only its own names.
        for (int attempt = 1; ; attempt++) {
            try {
                OwnNames names = stateOf(device).nextNames();
                for (String line : clean(device)) {
                    say.accept("took away what an agent had left: tc " + line);
                }
                boolean ingressIsThere = settled(() -> stateOf(device)).keepsIngress();
                TrafficControl control =
                        new TrafficControl(device, names, lineBps, ingressIsThere, say);
                control.start();
                return control;
            } catch (IOException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                pause();
            }
        }
    }

    /** A look at an interface. */
    interface Look {
        InterfaceState state() throws IOException;
    }

    /**
     * State of an interface on which nobody is about to take away the ingress qdisc. The shell of a
     * killed agent takes away the agent's filter and then its clsact qdisc, so a qdisc without
     * filters is looked at again before it counts as an operator's.
     */
    static InterfaceState settled(Look look) throws IOException {
        InterfaceState state = look.state();
        for (int looks = 1; looks < MOST_LOOKS && state.hasEmptyIngress(); looks++) {
            pause();
            state = look.state();
        }
        return state;
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void start() throws IOException {
        addresses = HostInterface.addressesOf(device);
        session = TcSession.start(plan.end(ingressIsThere));
        TcSession.Answer answer = session.run(plan.start(ingressIsThere, addresses));
        if (answer.failed() > 0) {
            close();
            throw new IOException("tc: " + String.join("; ", answer.lines()));
        }
        boolean shares = session.run(List.of(plan.shareRest())).failed() == 0;
        if (!shares && restShares) {
            say.accept("fq_codel is not there: flows without a limit share one FIFO");
        }
        restShares = shares;
    }

    @Override
    public void apply(Collection<Shape> wanted) throws IOException {
        shapes = List.copyOf(wanted);
        List<String> lines = plan.update(wanted);
        if (!lines.isEmpty()) {
            runAll(lines);
        }
    }

    @Override
    public Map<Integer, SlotTraffic> traffic() throws IOException {
        TcSession.Answer answer = session.run(List.of("class show dev " + device));
        return TrafficReader.read(answer.lines(), plan.names());
    }

    @Override
    public boolean check() throws IOException {
        int mtuBytes = HostInterface.mtuBytes(device);
        if (mtuBytes != plan.mtuBytes()) {
            say.accept("the MTU of " + device + " is " + mtuBytes + " bytes now");
            plan = plan.anew(plan.names(), mtuBytes);
            repair();
        }
        if (!session.isWatched()) {
            say.accept(
                    "tc, or a process that cleans up after the agent, has ended"
                            + "; making everything on the interface anew");
            repair();
            return true;
        }
        if (!isIntact()) {
            say.accept(
                    "somebody else has changed the qdiscs of "
                            + device
                            + "; making everything on the interface anew");
            repair();
            return true;
        }
        return !renewsAddresses();
    }

    /** Has the filter know the addresses; false if tc refused, and everything was made anew. */
    private boolean renewsAddresses() throws IOException {
        Set<InetAddress> now = HostInterface.addressesOf(device);
        if (now.equals(addresses)) {
            return true;
        }
        addresses = now;
        try {
            runAll(List.of(plan.readdress(ingressIsThere, now)));
            return true;
        } catch (IOException e) {
            say.accept(e.getMessage() + "; making everything on the interface anew");
            repair();
            return false;
        }
    }

    /** Runs lines; an error if tc refuses one. */
    private void runAll(List<String> lines) throws IOException {
        TcSession.Answer answer = session.run(lines);
        if (answer.failed() > 0) {
            throw new IOException("tc: " + String.join("; ", answer.lines()));
        }
    }

    private boolean isIntact() {
        try {
            TcSession.Answer answer =
                    session.run(
                            List.of(
                                    "qdisc show dev " + device,
                                    "filter show dev " + device + " ingress"));
            String text = String.join("\n", answer.lines());
            return text.contains("qdisc htb " + plan.names().rootHandle() + " root")
                    && text.contains("handle " + plan.names().filterHandle());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void repair() throws IOException {
        close();
        InterfaceState state = stateOf(device);
        if (state.hasForeignRoot()) {
            throw new IOException(foreignRoot(device, state));
        }
        clean(device);
        ingressIsThere = settled(() -> stateOf(device)).keepsIngress();
        plan = plan.anew(OwnNames.after(plan.names().generation()), plan.mtuBytes());
        start();
        apply(shapes);
    }

    /** Reason why the agent leaves an interface alone whose root qdisc an operator has chosen. */
    public static String foreignRoot(String device, InterfaceState state) {
        return "%s: has the root qdisc %s %s that somebody has configured; the agent does not replace it (to remove it: tc qdisc del dev %s root)"
                .formatted(device, state.rootKind(), state.rootHandle(), device);
    }

    @Override
    public void close() {
        session.close();
    }

    private static String tcOrNothing(String... arguments) {
        try {
            return tc(arguments);
        } catch (IOException e) {
            // There is no such side before there is a qdisc of clsact.
            return "";
        }
    }

    private static String tc(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("tc"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        // A tc that hangs, as on a lock of the kernel's, keeps its output open.
        CompletableFuture<String> reading = CompletableFuture.supplyAsync(() -> outputOf(process));
        String output;
        try {
            output = reading.get(COMMAND_SECONDS, TimeUnit.SECONDS);
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
                throw new TimeoutException();
            }
        } catch (ExecutionException e) {
            throw new IOException(String.join(" ", command) + ": " + e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + ": does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + ": interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output.strip());
        }
        return output;
    }

    private static String outputOf(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
