// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;

class ClassOptionsTest {

    @Test
    void readsValuesAndWithdrawals() {
        ClassChange change =
                ClassOptions.parse(
                        List.of("--delay-ms", "5.5", "--loss", "none", "--importance", "2"));

        assertThat(change.importance()).hasValue(2);
        assertThat(change.targets())
                .containsOnlyKeys(Target.DELAY_MS, Target.LOSS_FRACTION)
                .containsEntry(Target.DELAY_MS, OptionalDouble.of(5.5))
                .containsEntry(Target.LOSS_FRACTION, OptionalDouble.empty());
    }

    @Test
    void everyTargetOfThePolicyHasAnOption() {
        Set<Target> reached = EnumSet.noneOf(Target.class);
        for (String option : ClassOptions.names()) {
            reached.addAll(ClassOptions.parse(List.of(option, "1")).targets().keySet());
        }

        assertThat(reached).containsExactly(Target.values());
    }

    /** Ranges are the policy's business: it is asked, and its words are shown. */
    @Test
    void valuesOutOfRangeAreLeftToThePolicy() {
        assertThat(ClassOptions.parse(List.of("--delay-ms", "-7")).targets())
                .containsEntry(Target.DELAY_MS, OptionalDouble.of(-7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--delay 5                   | --delay: is not one of --delay-ms",
                "--delay-ms                  | --delay-ms: needs a value",
                "--delay-ms x                | --delay-ms: must be a number, is x",
                "--delay-ms NaN              | --delay-ms: must be a number, is NaN",
                "--delay-ms 1 --delay-ms 2   | --delay-ms: may be given once only",
                "--importance none           | --importance: must be a number, is none",
            })
    void refusesWithTheOptionAndTheRule(String typed, String message) {
        assertThatThrownBy(() -> ClassOptions.parse(List.of(typed.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void refusesToChangeNothing() {
        assertThatThrownBy(() -> ClassOptions.parse(null)).hasMessageContaining("--min-rate");
    }
}
