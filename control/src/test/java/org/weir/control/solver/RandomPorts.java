// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.control.ClassKind;
import org.weir.control.Targets;

/** Random ports of any load, the least important class first, and their answers as text. */
final class RandomPorts {
    private RandomPorts() {}

    static PortProblem randomPort(SplittableRandom random) {
        return randomPort(random, 2 + random.nextInt(7));
    }

    static PortProblem randomPort(SplittableRandom random, int count) {
        double rate = Math.pow(10, 3 + 4 * random.nextDouble());
        double packetMs = 1000 / rate;
        List<ClassProblem> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Targets.Builder targets = Targets.builder();
            if (random.nextInt(2) == 0) {
                targets.delayMs(packetMs * Math.pow(10, 1 + 2 * random.nextDouble()));
            }
            if (random.nextInt(3) == 0) {
                targets.p99DelayMs(packetMs * Math.pow(10, 1.5 + 2 * random.nextDouble()));
            }
            if (random.nextInt(4) == 0) {
                targets.lossFraction(Math.pow(10, -1 - 3 * random.nextDouble()));
            }
            double lambda = random.nextInt(6) == 0 ? 0 : 2 * rate / count * random.nextDouble();
            classes.add(
                    new ClassProblem(
                            "c" + i,
                            ClassKind.C,
                            i + 1 + random.nextDouble(),
                            targets.build(),
                            lambda,
                            1,
                            0));
        }
        return new PortProblem("p", rate, 200 * count, classes);
    }

    static String describe(PortProblem port, PortSolution ours, PortSolution theirs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < port.classes().size(); i++) {
            ClassProblem one = port.classes().get(i);
            text.append(
                    String.format(
                            "%n%s imp %.1f lambda %.4f %s: ours %.4f %s, theirs %.4f %s",
                            one.name(),
                            one.importance(),
                            one.arrivalRate() / port.rate(),
                            one.targets(),
                            ours.classes().get(i).queue().weightFraction(),
                            ours.classes().get(i).notGuaranteed(),
                            theirs.classes().get(i).queue().weightFraction(),
                            theirs.classes().get(i).notGuaranteed()));
        }
        return text.toString();
    }
}
