// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderType;
import org.weir.bmv2.runtime.table.ControlledTable;
import org.weir.bmv2.runtime.table.Entry;
import org.weir.bmv2.runtime.table.IdleTimers;
import org.weir.bmv2.runtime.table.KeyLayout;
import org.weir.bmv2.runtime.table.MatchTable;
import org.weir.bmv2.time.VirtualTimeline;

/** A table with random entries, keys to look up in it, and entries to add to it. */
final class FilledTable {

    private static final int KEYS = 1 << 16;

    /** Entries that are not in the table at first; a power of two. */
    private static final int SPARE = 1 << 10;

    /** One next hop among so many; routes share them. */
    private static final int ACTIONS = 64;

    private final MatchTable table;
    private final ControlledTable control;
    private final long[][] keys = new long[KEYS][];
    private final TableEntry[] spare = new TableEntry[SPARE];
    private int nextKey;
    private int nextSpare;

    /** Bytes of the heap that the entries take, in all. */
    final long heapBytes;

    FilledTable(TableContents contents, int entries) {
        table = new MatchTable(declaration(contents, null));
        VirtualTimeline timeline = new VirtualTimeline();
        control = new ControlledTable(table, null, timeline, new IdleTimers(timeline, idle -> {}));
        Random random = new Random(entries);
        final long before = usedBytes();
        long[] key = new long[contents.fields()];
        int number = 0;
        int known = 0;
        int spares = 0;
        while (spares < SPARE) {
            List<MatchKey> match = contents.entry(number, key, random);
            int priority = contents.needsPriority() ? 1 + random.nextInt(entries) : 0;
            TableEntry entry =
                    new TableEntry(
                            match,
                            priority,
                            ActionCall.of("found", new byte[] {(byte) (number % ACTIONS)}));
            number++;
            if (control.get(match, priority).isPresent()) {
                continue;
            }
            if (table.size() == entries) {
                spare[spares++] = entry;
                continue;
            }
            control.insert(entry);
            // A fair sample of the keys of all entries.
            int at = known < KEYS ? known : random.nextInt(table.size());
            if (at < KEYS) {
                keys[at] = packed(contents, key);
                known = Math.min(KEYS, known + 1);
            }
        }
        for (int i = known; i < KEYS; i++) {
            keys[i] = keys[i % known];
        }
        // The entries' own order would be kind to the cache; one key of eight is just any.
        Collections.shuffle(Arrays.asList(keys), random);
        for (int i = 0; i < KEYS; i += 8) {
            contents.entry(random.nextInt(number), key, random);
            keys[i] = packed(contents, key);
        }
        heapBytes = usedBytes() - before - KEYS * (16L + 8L * table.layout().words());
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private long[] packed(TableContents contents, long[] values) {
        long[] words = new long[table.layout().words()];
        for (KeyLayout.Piece piece : table.layout().pieces()) {
            words[piece.word()] |= values[piece.field()] << piece.wordShift();
        }
        return words;
    }

    /** A table of such a key, whose actions come from an action profile where one is named. */
    static Table declaration(TableContents contents, String profile) {
        List<FieldType> types = new ArrayList<>();
        for (int i = 0; i < contents.fields(); i++) {
            types.add(new FieldType("f" + i, contents.width(i), false, false));
        }
        Header header = new Header(0, "h", new HeaderType("h_t", types, 0), true);
        List<Table.Key> key = new ArrayList<>();
        for (int i = 0; i < contents.fields(); i++) {
            key.add(new Table.Key("f" + i, contents.kind(i), new FieldRef(header, i), null));
        }
        Action found =
                new Action(1, "found", List.of(new Action.Parameter("number", 32)), List.of());
        return new Table(
                contents.name(),
                key,
                Integer.MAX_VALUE,
                false,
                false,
                null,
                profile,
                List.of(found),
                Map.of(),
                null,
                null,
                false,
                null,
                List.of(),
                false,
                List.of(),
                false,
                contents.name());
    }

    /** Looks up the next key. */
    Entry lookUp() {
        return table.index().find(keys[nextKey++ & (KEYS - 1)]);
    }

    /** Inserts an entry and deletes it. */
    void update() {
        TableEntry entry = spare[nextSpare++ & (SPARE - 1)];
        control.insert(entry);
        control.delete(entry.match(), entry.priority());
    }
}
