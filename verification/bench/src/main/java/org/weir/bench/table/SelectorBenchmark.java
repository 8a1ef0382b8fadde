// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl.WeightedMember;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.ActionProfile;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.runtime.table.ActionData;
import org.weir.bmv2.runtime.table.ControlledProfile;
import org.weir.bmv2.runtime.table.ControlledTable;
import org.weir.bmv2.runtime.table.IdleTimers;
import org.weir.bmv2.runtime.table.MatchTable;
import org.weir.bmv2.time.VirtualTimeline;

/** Routes of which each has a group of next hops: a look-up and the choice of a member. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class SelectorBenchmark {

    private static final int ROUTES = 1000;
    private static final int GROUPS = 16;
    private static final int KEYS = 1 << 12;

    /** Members of each group. */
    @Param({"4", "64"})
    public int members;

    private final long[][] keys = new long[KEYS][];
    private final long[] hashes = new long[KEYS];
    private MatchTable table;
    private int next;

    /** Fills the action profile and the table. */
    @Setup
    public void fill() {
        TableContents contents = TableContents.PREFIX_IPV4;
        Table declared = FilledTable.declaration(contents, "next_hops");
        table = new MatchTable(declared);
        ControlledProfile profile =
                new ControlledProfile(
                        new ActionProfile(
                                "next_hops",
                                Integer.MAX_VALUE,
                                new Calculation("selector", "crc16", List.of(), "selector")),
                        declared.actions(),
                        port -> true);
        final VirtualTimeline timeline = new VirtualTimeline();
        final ControlledTable control =
                new ControlledTable(table, profile, timeline, new IdleTimers(timeline, idle -> {}));
        for (int member = 0; member < members; member++) {
            profile.insertMember(member, ActionCall.of("found", new byte[] {(byte) member}));
        }
        for (int group = 0; group < GROUPS; group++) {
            List<WeightedMember> weighted = new ArrayList<>();
            for (int member = 0; member < members; member++) {
                weighted.add(new WeightedMember(member, 1));
            }
            profile.insertGroup(group, weighted);
        }
        Random random = new Random(members);
        long[] key = new long[1];
        while (table.size() < ROUTES) {
            List<MatchKey> match = contents.entry(0, key, random);
            if (control.get(match, 0).isEmpty()) {
                control.insert(
                        new TableEntry(match, 0, new EntryAction.Group(random.nextInt(GROUPS))));
                keys[table.size()] = key.clone();
            }
        }
        for (int i = 0; i < KEYS; i++) {
            keys[i] = keys[1 + (i + ROUTES - 1) % ROUTES];
            hashes[i] = random.nextInt(1 << 16);
        }
    }

    /** Looks up a route and chooses one of its next hops by a hash. */
    @Benchmark
    public ActionData choose() {
        int at = next++ & (KEYS - 1);
        return table.index().find(keys[at]).group.choose(hashes[at]);
    }
}
