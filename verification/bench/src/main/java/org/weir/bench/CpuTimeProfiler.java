// SPDX-License-Identifier: Apache-2.0
package org.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole process per operation, which other load on the machine changes far
 * less than the time by the clock.
 */
public final class CpuTimeProfiler implements InternalProfiler {

    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long cpuNsBefore;

    @Override
    public String getDescription() {
        return "processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpuNsBefore = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long cpuNs = system.getProcessCpuTime() - cpuNsBefore;
        long operations = result.getMetadata().getAllOps();
        return List.of(
                new ScalarResult(
                        "cpu.time",
                        operations == 0 ? Double.NaN : (double) cpuNs / operations,
                        "ns/op",
                        AggregationPolicy.AVG));
    }
}
