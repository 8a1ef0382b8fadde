// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.weir.bmv2.runtime.table.Entry;

/** Look-ups in tables of a million entries, of the kinds that networks have so many of. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class MillionBenchmark {

    private static final int ENTRIES = 1_000_000;

    /** Contents of the table. */
    @Param({"EXACT_ONE_WORD", "PREFIX_IPV4", "PREFIX_IPV6"})
    public TableContents contents;

    private FilledTable table;

    /** Fills the table. */
    @Setup
    public void fill() {
        table = new FilledTable(contents, ENTRIES);
    }

    /** Looks up a key, of which most match an entry. */
    @Benchmark
    public Entry lookUp() {
        return table.lookUp();
    }
}
