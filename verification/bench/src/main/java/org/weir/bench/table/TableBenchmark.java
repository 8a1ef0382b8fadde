// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.weir.bmv2.runtime.table.Entry;

/** Tables of each kind: a look-up, and an update through the control plane. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class TableBenchmark {

    /** Contents of the table. */
    @Param public TableContents contents;

    /** Number of entries. */
    @Param({"100", "100000"})
    public int entries;

    private FilledTable table;

    /** Fills the table. */
    @Setup
    public void fill() {
        table = new FilledTable(contents, entries);
    }

    /** Looks up a key, of which most match an entry. */
    @Benchmark
    public Entry lookUp() {
        return table.lookUp();
    }

    /** Inserts an entry and deletes it again; time is for one of the two. */
    @Benchmark
    @OperationsPerInvocation(2)
    public void update() {
        table.update();
    }
}
