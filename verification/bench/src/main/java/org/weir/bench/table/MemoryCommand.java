// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir bench memory}: memory of the entries of a table. */
@Command(
        name = "memory",
        mixinStandardHelpOptions = true,
        description =
                "Fills tables and prints the heap per entry in bytes, including actions and"
                        + " indexes.")
public final class MemoryCommand implements Callable<Integer> {

    private static final int MILLION = 1_000_000;
    private static final int MASKED_ENTRIES = 100_000;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-18s %12s %14s%n", "table", "entries", "bytes/entry");
        for (TableContents contents : TableContents.values()) {
            int entries = contents.needsPriority() ? MASKED_ENTRIES : MILLION;
            FilledTable table = new FilledTable(contents, entries);
            out.printf(
                    Locale.ROOT,
                    "%-18s %,12d %14d%n",
                    contents,
                    entries,
                    table.heapBytes / entries);
            out.flush();
            // The table must not be collected before its memory is measured.
            table.lookUp();
        }
        return 0;
    }
}
