// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    private static Arguments read(String... words) {
        return Arguments.read(List.of(words), Set.of("--seed", "--out"), Set.of("--json"));
    }

    @Test
    void bothFormsOfAnOptionMeanTheSame() {
        for (Arguments each :
                List.of(
                        read("a", "--seed", "-5", "--json", "--out", "x=y", "b"),
                        read("a", "--seed=-5", "--json", "--out=x=y", "b"))) {
            assertThat(each.value("--seed")).contains("-5");
            assertThat(each.value("--out")).contains("x=y");
            assertThat(each.has("--json")).isTrue();
            assertThat(each.operands()).containsExactly("a", "b");
        }
        assertThat(read("--out=").value("--out")).contains("");
        assertThat(read("a").value("--out")).isEmpty();
        assertThat(read("a").has("--json")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | unknown option --fast, known are --json, --out, --seed",
                "--fast=1 | unknown option --fast, known are --json, --out, --seed",
                "-5 | unknown option -5, known are --json, --out, --seed",
                "--seed | --seed: its value is missing",
                "--seed --json | --seed: its value is missing",
                "--json=1 | --json has no value",
                "--seed 1 --seed=2 | --seed must not be given twice",
                "--json --json | --json must not be given twice",
            })
    void aRefusalNamesOptionAndRule(String words, String message) {
        assertThatThrownBy(() -> read(words.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
