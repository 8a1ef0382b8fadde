// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.weir.app.DropCount;

class DropTallyTest {

    private static final long S = 1_000_000_000;

    private final DropTally tally = new DropTally();

    private DropCount count() {
        return tally.count().orElseThrow();
    }

    @Test
    void nothingIsKnownBeforeTheFirstReadingAndNoIntervalAfterIt() {
        assertThat(tally.count()).isEmpty();

        tally.read(Map.of("a", 1000L), 3 * S);

        assertThat(count().packets()).isZero();
        assertThat(count().lastIntervalPackets()).isEmpty();
        assertThat(count().packetsPerSecond()).isEmpty();
    }

    @Test
    void countsFromTheFirstReadingOn() {
        tally.read(Map.of("a", 1000L, "b", 5L), 3 * S);
        tally.read(Map.of("a", 1010L, "b", 7L), 8 * S);
        assertThat(count().packets()).isEqualTo(12);
        tally.read(Map.of("a", 1020L, "b", 7L), 13 * S);

        assertThat(count().packets()).isEqualTo(22);
        assertThat(count().lastIntervalPackets()).hasValue(10);
        assertThat(count().intervalMs()).isEqualTo(5000);
        assertThat(count().packetsPerSecond()).hasValue(2);
    }

    @Test
    void aCounterThatGoesBackwardsBeganAnew() {
        tally.read(Map.of("a", 1000L), 0);
        tally.read(Map.of("a", 1100L), 5 * S);
        tally.read(Map.of("a", 30L), 10 * S);

        assertThat(count().packets()).isEqualTo(130);
        assertThat(count().lastIntervalPackets()).hasValue(30);
    }

    @Test
    void aCounterThatGoesAwayTakesNothingBackAndANewOneHasItsOwnBaseline() {
        tally.read(Map.of("a", 100L, "b", 50L), 0);
        tally.read(Map.of("b", 60L, "c", 9000L), 5 * S);

        assertThat(count().packets()).isEqualTo(10);
        assertThat(count().lastIntervalPackets()).hasValue(10);
    }

    @Test
    void whereNothingCanBeComparedTheIntervalIsNotKnown() {
        tally.read(Map.of("a", 100L), 0);
        tally.read(Map.of("b", 100L), 5 * S);

        assertThat(count().lastIntervalPackets()).isEmpty();
    }

    @Test
    void afterAMissTheTotalStaysAndTheNextIntervalIsLonger() {
        tally.read(Map.of("a", 0L), 0);
        tally.read(Map.of("a", 40L), 5 * S);
        tally.miss();
        assertThat(count().packets()).isEqualTo(40);
        assertThat(count().lastIntervalPackets()).isEqualTo(OptionalLong.empty());

        tally.read(Map.of("a", 60L), 15 * S);

        assertThat(count().packets()).isEqualTo(60);
        assertThat(count().packetsPerSecond()).hasValue(2);
    }
}
