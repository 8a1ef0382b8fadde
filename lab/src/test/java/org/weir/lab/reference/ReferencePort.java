// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.control.ClassKind;
import org.weir.control.QueueSettings;
import org.weir.control.Targets;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.tuning.Tuning;

/**
 * A random port with its arrivals: 2 to 8 classes, total load 0.2 to 1.2, random shares, packet
 * lengths and buffers. The same number gives the same port.
 */
final class ReferencePort {
    static final int PACKETS = 60_000;

    private static final int[] BYTES = {100, 576, 1000, 1500};
    private static final long[] RATES = {10_000_000L, 100_000_000L, 1_000_000_000L};

    final int number;
    final long rateBps;
    final int capacityPackets;
    final int classes;
    final int[] bytes;
    final double[] loadBps;
    final Arrivals[] processes;
    final List<QueueSettings> settings;
    final long endNs;
    final long[][] times;

    ReferencePort(int number) {
        this.number = number;
        SplittableRandom random = new SplittableRandom(7919L * number + 14);
        classes = 2 + random.nextInt(7);
        rateBps = RATES[random.nextInt(RATES.length)];
        capacityPackets = (int) Math.round(Math.pow(2, 6 + 3 * random.nextDouble()));
        double load = 0.2 + random.nextDouble();
        boolean oneLength = random.nextInt(5) < 2;
        boolean onlyPoisson = random.nextBoolean();
        int length = BYTES[random.nextInt(BYTES.length)];
        bytes = new int[classes];
        loadBps = new double[classes];
        processes = new Arrivals[classes];
        double[] part = new double[classes];
        double[] share = new double[classes];
        for (int i = 0; i < classes; i++) {
            bytes[i] = oneLength ? length : BYTES[random.nextInt(BYTES.length)];
            part[i] = -Math.log(1 - random.nextDouble());
            share[i] = 0.1 - Math.log(1 - random.nextDouble());
            processes[i] =
                    onlyPoisson
                            ? Arrivals.POISSON
                            : Arrivals.values()[random.nextInt(Arrivals.values().length)];
        }
        double parts = Arrays.stream(part).sum();
        double shares = Arrays.stream(share).sum();
        List<ClassProblem> problems = new ArrayList<>();
        double packetsPerSecond = 0;
        for (int i = 0; i < classes; i++) {
            loadBps[i] = load * rateBps * part[i] / parts;
            share[i] /= shares;
            packetsPerSecond += loadBps[i] / 8 / bytes[i];
            problems.add(
                    new ClassProblem(
                            "c" + i, ClassKind.C, 1, Targets.NONE, loadBps[i], 8.0 * bytes[i], 0));
        }
        PortProblem problem = new PortProblem("p" + number, rateBps, capacityPackets, problems);
        settings =
                Objective.named("targets")
                        .evaluate(problem, share, Tuning.DEFAULTS)
                        .classes()
                        .stream()
                        .map(ClassSolution::queue)
                        .toList();
        endNs = (long) (1e9 * PACKETS / packetsPerSecond);
        times = new long[classes][];
        for (int i = 0; i < classes; i++) {
            double meanNs = 8e9 * bytes[i] / loadBps[i];
            times[i] = processes[i].times(meanNs, endNs, random.split());
        }
    }

    double share(int index) {
        return settings.get(index).weightFraction();
    }

    /** Time after which packets are counted, ns. */
    long warmUpNs() {
        return endNs / 10;
    }

    /**
     * Variance over mean of the packets in windows of some length, after the warm-up.
     *
     * @param windowNs length, ns
     */
    double dispersion(int index, long windowNs) {
        int windows = (int) ((endNs - warmUpNs()) / windowNs);
        double[] counts = new double[Math.max(1, windows)];
        for (long at : times[index]) {
            int window = (int) ((at - warmUpNs()) / windowNs);
            if (at >= warmUpNs() && window < windows) {
                counts[window]++;
            }
        }
        double mean = Arrays.stream(counts).average().orElse(0);
        double variance =
                Arrays.stream(counts).map(one -> (one - mean) * (one - mean)).average().orElse(0);
        return mean > 0 ? variance / mean : 1;
    }
}
