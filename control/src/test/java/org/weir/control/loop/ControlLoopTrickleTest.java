// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.solver.PortProblem;

/** Classes that carry a packet a second at night, and traffic in the morning. */
class ControlLoopTrickleTest extends OnePortLoop {
    private final Random random = new Random(1);

    /** Port in Mb/s, relative scatter of a reading, whether traffic comes in steps. */
    @ParameterizedTest
    @CsvSource({
        "10, 0.1, false",
        "10, 0.3, false",
        "10000, 0.1, false",
        "10000, 0.3, false",
        "10000, 0.3, true"
    })
    void scatterOfTheFirstTrafficIsNoShift(int portMbps, double scatter, boolean isInSteps)
            throws IOException {
        policy =
                read(
                        "{'port': {'rateBps': "
                                + portMbps
                                + "000000}, 'classes': [{'name': 'A', 'importance': 2, 'targets':"
                                + " {'delayMs': 50}}, {'name': 'B', 'importance': 1}]}");
        loop = newLoop();
        for (int i = 0; i < 500; i++) {
            second(random.nextInt(2) * 0.008, random.nextInt(2) * 0.008);
        }
        double step = isInSteps ? 0.01 : 0.3;
        for (; step < 0.3; step *= 2) {
            second(step * portMbps, step * portMbps);
        }
        int solves = 0;
        PortProblem last = null;
        for (int i = 0; i < 200; i++) {
            second(noisy(0.3 * portMbps, scatter), noisy(0.3 * portMbps, scatter));
            PortProblem problem = loop.decision(PORT).get().problem();
            solves += i > 5 && problem != last ? 1 : 0;
            last = problem;
        }
        assertThat(solves).isLessThan(5);
    }

    private double noisy(double mean, double scatter) {
        return mean * Math.max(0.05, 1 + scatter * random.nextGaussian());
    }
}
