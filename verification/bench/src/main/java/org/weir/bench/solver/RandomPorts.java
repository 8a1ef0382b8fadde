// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.PortProblem;

/** Ports of three classes with random rates, buffers, loads and targets, as seeds give them. */
final class RandomPorts {
    private static final ClassKind[] KINDS = ClassKind.values();

    private RandomPorts() {}

    /** Below full load, so that the published programme has a solution; one class of each kind. */
    static List<PortProblem> ofThreeClasses(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<PortProblem> ports = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ports.add(port("p" + i, random));
        }
        return ports;
    }

    private static PortProblem port(String id, SplittableRandom random) {
        double ratePps = Math.pow(10, 2.5 + 3 * random.nextDouble());
        int capacity = (int) Math.pow(10, 1.5 + 1.5 * random.nextDouble());
        double load = 0.2 + 0.75 * random.nextDouble();
        double[] part = new double[KINDS.length];
        double sum = 0;
        for (int i = 0; i < part.length; i++) {
            part[i] = 0.05 + random.nextDouble();
            sum += part[i];
        }
        List<ClassProblem> classes = new ArrayList<>();
        for (int i = 0; i < part.length; i++) {
            classes.add(
                    new ClassProblem(
                            KINDS[i].name(),
                            KINDS[i],
                            part.length - i,
                            targets(random, 1000 / ratePps),
                            load * ratePps * part[i] / sum,
                            1,
                            20 * random.nextDouble() / ratePps));
        }
        double links = (1 + random.nextInt(8)) * ratePps;
        return new PortProblem(id, ratePps, capacity, links, load * ratePps, classes);
    }

    /** Random targets, at least one; delays are some tens of packet times. */
    private static Targets targets(SplittableRandom random, double packetMs) {
        Targets.Builder targets = Targets.builder();
        targets.delayMs(packetMs * Math.pow(10, 1 + 1.5 * random.nextDouble()));
        if (random.nextInt(2) == 0) {
            targets.p99DelayMs(packetMs * Math.pow(10, 1.6 + 1.5 * random.nextDouble()));
        }
        if (random.nextInt(3) == 0) {
            targets.jitterMs(packetMs * Math.pow(10, 1 + 1.5 * random.nextDouble()));
        }
        if (random.nextInt(3) == 0) {
            targets.lossFraction(Math.pow(10, -1 - 3 * random.nextDouble()));
        }
        return targets.build();
    }
}
