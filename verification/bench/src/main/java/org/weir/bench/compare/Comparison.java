// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.runner.stock.files.CaptureFileSwitch;
import org.weir.runner.stock.files.FrozenClock;
import org.weir.runner.stock.files.IdleWatch;
import org.weir.runner.stock.files.StockPipes;
import org.weir.runner.stock.files.StockState;

/**
 * Runs the same packets through our switch and through stock BMv2, one at a time: a packet goes in
 * when the one before is done with in both, and the clocks of both stand still meanwhile. So what
 * either does depends on nothing but the packets, and everything can be compared.
 *
 * <p>Of one packet's frames, those of the same port are compared without regard to their order:
 * BMv2's threads do not keep it between, say, a packet and its clone.
 */
final class Comparison implements AutoCloseable {

    private static final int MAX_DIFFERENCES = 10;

    /**
     * Result of a comparison.
     *
     * @param entries table entries
     * @param packetsIn packets that went in
     * @param framesOut frames that the compared ports sent
     * @param packetsWithout packets for which no frame was sent
     * @param differences packets that were answered differently; no more are looked for after a few
     * @param stateDifferences counters and registers with different values
     */
    record Outcome(
            int entries,
            long packetsIn,
            long framesOut,
            long packetsWithout,
            List<Difference> differences,
            List<String> stateDifferences) {}

    /** Receiver of every packet, with the frames sent for it. */
    interface Listener {
        void packet(long number, long timeMicros, InputFrame in, List<OutputFrame> out)
                throws IOException;
    }

    private final Workload workload;
    private final Random random;
    private final OurSwitch ours;
    private final FrozenClock clock;
    private final StockPipes pipes;
    private final CaptureFileSwitch stock;
    private final StockState state;
    private final int entries;
    private final IdleWatch idle;

    Comparison(Workload workload, long seed, Path simpleSwitch, Path folder)
            throws IOException, InterruptedException, ProgramException {
        this.workload = workload;
        random = new Random(seed);
        ours = new OurSwitch(workload.program(), workload.ports());
        workload.configure(ours.device(), random);
        clock = new FrozenClock(folder);
        pipes = new StockPipes(folder, workload.ports());
        stock =
                CaptureFileSwitch.start(
                        simpleSwitch,
                        folder,
                        workload.program(),
                        workload.ports(),
                        0,
                        clock.environment());
        state = new StockState(ours.device(), stock.control());
        entries = state.copy();
        idle = new IdleWatch(stock.pid());
        idle.await();
    }

    /**
     * Runs packets through both.
     *
     * @param packets number of packets, unless differences end the run
     */
    Outcome run(long packets, Listener listener) throws IOException {
        PacketSequence sequence = new PacketSequence(() -> workload.frame(random), packets);
        List<Difference> differences = new ArrayList<>();
        long framesOut = 0;
        long packetsWithout = 0;
        long timeMicros = 0;
        long number = 0;
        // simple_switch waits at all ports for their first packets, later where it took the last.
        List<Integer> waiting = workload.ports();
        while (number < packets && differences.size() < MAX_DIFFERENCES) {
            int window = (int) Math.min(workload.window(), packets - number);
            List<InputFrame> in = new ArrayList<>();
            List<List<OutputFrame>> expected = new ArrayList<>();
            for (int i = 0; i < window; i++) {
                in.add(sequence.next());
            }
            timeMicros += in.get(0).gapMicros();
            clock.setMicros(timeMicros);
            for (InputFrame frame : in) {
                for (int port : waiting) {
                    PacketSequence.Numbered next = sequence.nextOf(port);
                    if (next == null) {
                        pipes.end(port);
                    } else {
                        pipes.write(port, next.number(), next.frame().bytes());
                    }
                }
                waiting = List.of(frame.port());
                expected.add(List.copyOf(ours.run(timeMicros, frame.port(), frame.bytes())));
            }
            List<List<OutputFrame>> got = assign(receive(), expected);
            for (int i = 0; i < window; i++) {
                framesOut += got.get(i).size();
                packetsWithout += got.get(i).isEmpty() ? 1 : 0;
                if (!expected.get(i).equals(got.get(i))) {
                    differences.add(
                            new Difference(number + i, in.get(i), expected.get(i), got.get(i)));
                }
                listener.packet(number + i, timeMicros, in.get(i), got.get(i));
            }
            number += window;
        }
        List<String> stateDifferences = state.compare();
        return new Outcome(
                entries, number, framesOut, packetsWithout, differences, stateDifferences);
    }

    /**
     * Assigns each frame to the packet that it came from: a port sends frames in the order of their
     * packets, so each packet gets as many as it should have, and the last one those that are left
     * over. The frames of each packet are sorted.
     */
    private static List<List<OutputFrame>> assign(
            List<OutputFrame> frames, List<List<OutputFrame>> expected) {
        List<List<OutputFrame>> assigned = new ArrayList<>();
        List<OutputFrame> left = new ArrayList<>(frames);
        for (int i = 0; i < expected.size(); i++) {
            List<OutputFrame> own = new ArrayList<>();
            for (OutputFrame wanted : expected.get(i)) {
                for (OutputFrame frame : left) {
                    if (frame.port() == wanted.port()) {
                        own.add(frame);
                        left.remove(frame);
                        break;
                    }
                }
            }
            if (i == expected.size() - 1) {
                own.addAll(left);
            }
            Collections.sort(own);
            assigned.add(own);
            expected.set(i, expected.get(i).stream().sorted().toList());
        }
        return assigned;
    }

    private List<OutputFrame> receive() throws IOException {
        List<OutputFrame> got = new ArrayList<>();
        try {
            idle.await();
        } catch (IOException e) {
            // The process is gone: say so, and why.
            stock.check();
            throw e;
        }
        for (int port : pipes.ports()) {
            while (pipes.ready(port)) {
                got.add(new OutputFrame(port, pipes.read(port)));
            }
        }
        return got;
    }

    /** The switch of ours. */
    OurSwitch ours() {
        return ours;
    }

    @Override
    public void close() throws IOException {
        idle.close();
        stock.close();
        pipes.close();
        clock.close();
    }
}
