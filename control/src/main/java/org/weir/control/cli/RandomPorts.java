// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.PortProblem;

/**
 * Ports with random rates (10 Mb/s to 100 Gb/s), buffers (64 to 1024 packets), 2 to 8 classes,
 * loads (30 to 120 % of the rate), packet sizes and targets, drawn with a seed. Rates are in bit/s,
 * packets in bits.
 */
public final class RandomPorts {
    private static final int[] PACKET_BYTES = {100, 576, 1000, 1500};

    private RandomPorts() {}

    /**
     * The ports of a seed.
     *
     * @param count number of ports, at least 0
     * @param seed the same seed gives the same ports
     */
    public static List<PortProblem> of(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<PortProblem> ports = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ports.add(port("p" + i, random.split()));
        }
        return ports;
    }

    private static PortProblem port(String id, SplittableRandom random) {
        int count = 2 + random.nextInt(7);
        double rateBps = Math.pow(10, 7 + 4 * random.nextDouble());
        int capacityPackets = (int) Math.round(Math.pow(2, 6 + 4 * random.nextDouble()));
        double load = 0.3 + 0.9 * random.nextDouble();
        double[] part = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            part[i] = random.nextInt(10) == 0 ? 0 : -Math.log(1 - random.nextDouble());
            sum += part[i];
        }
        List<ClassProblem> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int bytes = PACKET_BYTES[random.nextInt(PACKET_BYTES.length)];
            double arrivalBps = sum > 0 ? load * rateBps * part[i] / sum : 0;
            classes.add(
                    new ClassProblem(
                            "c" + i,
                            ClassKind.C,
                            1 + random.nextInt(8),
                            targets(random, rateBps, 8000.0 * bytes / rateBps),
                            arrivalBps,
                            8.0 * bytes,
                            0));
        }
        return new PortProblem(id, rateBps, capacityPackets, classes);
    }

    private static Targets targets(SplittableRandom random, double rateBps, double packetMs) {
        Targets.Builder targets = Targets.builder();
        if (random.nextInt(2) == 0) {
            targets.delayMs(packetMs * Math.pow(10, 0.7 + 1.5 * random.nextDouble()));
        }
        if (random.nextInt(3) == 0) {
            targets.p99DelayMs(packetMs * Math.pow(10, 1.3 + 1.5 * random.nextDouble()));
        }
        if (random.nextInt(3) == 0) {
            targets.lossFraction(Math.pow(10, -1 - 3 * random.nextDouble()));
        }
        if (random.nextInt(5) == 0) {
            targets.minRateBps(0.15 * rateBps * random.nextDouble());
        }
        return targets.build();
    }
}
