// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The guard's judgement of a change, from looks before and after it. */
class GuardTest {
    private Map<String, Boolean> last = Map.of();

    /** Looks for each period. */
    private int looksAPeriod = 1;

    private int looks;
    private final Guard guard = new Guard(this::look);

    private Map<String, LastPeriod> look() {
        Map<String, LastPeriod> periods = new TreeMap<>();
        long number = looks++ / looksAPeriod;
        last.forEach((name, met) -> periods.put(name, new LastPeriod(number, met, true)));
        return periods;
    }

    private void before(int looks, int missed) {
        for (int i = 0; i < looks; i++) {
            last = Map.of("class A at s1/1", i >= missed, "class B at s1/1", true);
            guard.lookBefore();
        }
    }

    private Optional<String> after(int looks, String missing) {
        Optional<String> harm = Optional.empty();
        for (int i = 0; i < looks && harm.isEmpty(); i++) {
            Map<String, Boolean> met = new TreeMap<>(Map.of("class B at s1/1", true));
            met.put("class A at s1/1", true);
            if (missing != null) {
                met.put(missing, false);
            }
            last = met;
            harm = guard.lookAfter();
        }
        return harm;
    }

    @Test
    void classThatMissesMoreThanBeforeIsNamed() {
        before(60, 0);
        guard.begin(guard.before());
        assertThat(after(Guard.SETTLING_PERIODS + 7, "class A at s1/1")).isEmpty();
        assertThat(after(1, "class A at s1/1"))
                .contains(
                        "class A at s1/1 missed its targets in 8 of 8 periods, before in 0 of 60"
                                + " periods");
    }

    @Test
    void littleKnownBeforeNeedsMoreMisses() {
        before(1, 0);
        guard.begin(guard.before());
        assertThat(after(Guard.SETTLING_PERIODS + 15, "class A at s1/1")).isEmpty();
        assertThat(after(10, "class A at s1/1")).isPresent();
    }

    @Test
    void classThatAlwaysMissedIsNoHarm() {
        before(20, 20);
        guard.begin(guard.before());
        assertThat(after(60, "class A at s1/1")).isEmpty();
    }

    @Test
    void classThatWasNotSeenBeforeIsJudgedToo() {
        before(20, 0);
        guard.begin(guard.before());
        assertThat(after(60, "class C at s2/7")).isPresent();
    }

    @Test
    void missesWhileSettingsComeIntoForceDoNotCount() {
        before(20, 0);
        guard.begin(guard.before());
        assertThat(after(Guard.SETTLING_PERIODS, "class A at s1/1")).isEmpty();
        assertThat(after(60, null)).isEmpty();
    }

    /** The policy has periods of 5 s, and the guard looks once a second. */
    @Test
    void periodOfManyLooksCountsOnce() {
        looksAPeriod = 5;
        before(5 * 60, 0);
        assertThat(guard.before().get("class A at s1/1").judged()).isEqualTo(60);
        guard.begin(guard.before());
        assertThat(after(5 * (Guard.SETTLING_PERIODS + 7), "class A at s1/1")).isEmpty();
        assertThat(after(1, "class A at s1/1"))
                .contains(
                        "class A at s1/1 missed its targets in 8 of 8 periods, before in 0 of 60"
                                + " periods");
    }

    /** Chance alone: 200 classes miss one period of ten, before and after, for ten minutes. */
    @Test
    void chanceIsNoHarm() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60; i++) {
            last = chance(random);
            guard.lookBefore();
        }
        guard.begin(guard.before());
        int alarms = 0;
        for (int i = 0; i < 600; i++) {
            last = chance(random);
            alarms += guard.lookAfter().isPresent() ? 1 : 0;
        }
        assertThat(alarms).isZero();
    }

    private static Map<String, Boolean> chance(SplittableRandom random) {
        Map<String, Boolean> met = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            met.put("class " + i, random.nextInt(10) > 0);
        }
        return met;
    }
}
