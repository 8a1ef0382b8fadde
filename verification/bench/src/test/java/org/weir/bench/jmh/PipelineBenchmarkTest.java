// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The benchmark starts, and its packets are sent; JMH itself is not run by the tests. */
class PipelineBenchmarkTest {

    @Test
    void packetsAreSent() throws Exception {
        PipelineBenchmark benchmark = new PipelineBenchmark();
        benchmark.start();

        long afterOne = benchmark.forward();
        long afterTwo = benchmark.forward();

        assertThat(afterOne).isPositive();
        assertThat(afterTwo).isGreaterThan(afterOne);
    }
}
