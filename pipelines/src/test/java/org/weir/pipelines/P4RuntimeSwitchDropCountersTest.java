// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellId;

class P4RuntimeSwitchDropCountersTest {

    private final Map<PiCounterCellId, Long> packets = new HashMap<>();
    private final Set<PiCounterId> missing = new HashSet<>();
    private final List<Collection<PiCounterCellId>> reads = new ArrayList<>();

    private CompletableFuture<Map<PiCounterCellId, PiCounterCellData>> cells(
            Collection<PiCounterCellId> cells) {
        reads.add(cells);
        Map<PiCounterCellId, PiCounterCellData> found = new HashMap<>();
        cells.forEach(
                cell ->
                        found.put(
                                cell, new PiCounterCellData(packets.getOrDefault(cell, 0L), 1500)));
        return CompletableFuture.completedFuture(found);
    }

    private SwitchDropReading read(Long... ports) {
        return P4RuntimeSwitchDropCounters.read(
                        this::cells, counter -> !missing.contains(counter), Set.of(ports))
                .join();
    }

    @Test
    void sumsThePortsOfEachCounterApart() {
        packets.put(PiCounterCellId.ofIndirect(P4Names.COUNTER_UNROUTED, 1), 3L);
        packets.put(PiCounterCellId.ofIndirect(P4Names.COUNTER_UNROUTED, 2), 4L);
        packets.put(PiCounterCellId.ofIndirect(P4Names.COUNTER_EXPIRED, 2), 50L);
        packets.put(PiCounterCellId.ofIndirect(P4Names.COUNTER_MALFORMED, 1), 600L);

        SwitchDropReading reading = read(1L, 2L);

        assertThat(reading.packets())
                .containsEntry(ProgramDrop.UNROUTED, 7L)
                .containsEntry(ProgramDrop.EXPIRED, 50L)
                .containsEntry(ProgramDrop.MALFORMED, 600L)
                .containsEntry(ProgramDrop.FORGED, 0L)
                .hasSize(ProgramDrop.values().length);
    }

    @Test
    void leavesOutWhatTheProgramDoesNotCount() {
        missing.add(P4Names.COUNTER_WITHHELD);

        assertThat(read(1L).packets())
                .doesNotContainKey(ProgramDrop.WITHHELD)
                .containsKey(ProgramDrop.UNROUTED);
        assertThat(reads.get(0))
                .noneMatch(cell -> cell.counterId().equals(P4Names.COUNTER_WITHHELD));
    }

    @Test
    void asksOnceAndForTheCellsOfThosePortsOnly() {
        read(4L, 17L);

        assertThat(reads).hasSize(1);
        assertThat(reads.get(0))
                .hasSize(2 * ProgramDrop.values().length)
                .allSatisfy(cell -> assertThat(cell.index()).isIn(4L, 17L));
    }
}
