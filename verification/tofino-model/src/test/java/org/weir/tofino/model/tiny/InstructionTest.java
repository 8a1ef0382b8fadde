// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.tiny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.TofinoModel;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Numbers;

/** Results of the ALUs on a packet's containers. */
class InstructionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add W2, W0, W1             | 0xFFFFFFFF | 2          | 1",
                "sub W2, W0, W1             | 1          | 2          | 0xFFFFFFFF",
                "sub W2, 10, W1             | 0          | 2          | 8",
                "saddu W2, W0, W1           | 0xFFFFFFF0 | 0x20       | 0xFFFFFFFF",
                "saddu W2, W0, W1           | 3          | 4          | 7",
                "ssubu W2, W0, W1           | 3          | 4          | 0",
                "ssubu W2, W0, W1           | 0x80000000 | 1          | 0x7FFFFFFF",
                "sadds W2, W0, W1           | 0x7FFFFFFF | 1          | 0x7FFFFFFF",
                "sadds W2, W0, W1           | 0x80000000 | 0xFFFFFFFF | 0x80000000",
                "ssubs W2, W0, W1           | 0x80000000 | 1          | 0x80000000",
                "ssubs W2, W0, W1           | 5          | 7          | 0xFFFFFFFE",
                "minu W2, W0, W1            | 0xFFFFFFFF | 1          | 1",
                "mins W2, W0, W1            | 0xFFFFFFFF | 1          | 0xFFFFFFFF",
                "maxu W2, W0, W1            | 0xFFFFFFFF | 1          | 0xFFFFFFFF",
                "maxs W2, W0, W1            | 0xFFFFFFFF | 1          | 1",
                "nor W2, W0, W1             | 0x0F0F0F0F | 0x00FF00FF | 0xF000F000",
                "andca W2, W0, W1           | 0x0F0F0F0F | 0x00FF00FF | 0x00F000F0",
                "andcb W2, W0, W1           | 0x0F0F0F0F | 0x00FF00FF | 0x0F000F00",
                "xor W2, W0, W1             | 0x0F0F0F0F | 0x00FF00FF | 0x0FF00FF0",
                "nand W2, W0, W1            | 0x0F0F0F0F | 0x00FF00FF | 0xFFF0FFF0",
                "and W2, W0, W1             | 0x0F0F0F0F | 0x00FF00FF | 0x000F000F",
                "xnor W2, W0, W1            | 0x0F0F0F0F | 0x00FF00FF | 0xF00FF00F",
                "orca W2, W0, W1            | 0x0F0F0F0F | 0x00FF00FF | 0xF0FFF0FF",
                "orcb W2, W0, W1            | 0x0F0F0F0F | 0x00FF00FF | 0xFF0FFF0F",
                "or W2, W0, W1              | 0x0F0F0F0F | 0x00FF00FF | 0x0FFF0FFF",
                "not W2, W0                 | 0x0F0F0F0F | 0          | 0xF0F0F0F0",
                "notb W2, W1                | 0          | 1          | 0xFFFFFFFE",
                "alu_a W2, W0               | 77         | 0          | 77",
                "alu_b W2, W1               | 0          | 78         | 78",
                "setz W2                    | 1          | 1          | 0",
                "sethi W2                   | 1          | 1          | 0xFFFFFFFF",
                "shl W2, W0, 4              | 0xF0000001 | 0          | 0x00000010",
                "shru W2, W0, 4             | 0xF0000001 | 0          | 0x0F000000",
                "shrs W2, W0, 4             | 0xF0000001 | 0          | 0xFF000000",
                "funnel-shift W2, W0, W1, 8 | 0x11223344 | 0x55667788 | 0x44556677",
                "set W2, 12345              | 0          | 0          | 12345",
                "set W2, W1                 | 0          | 99         | 99",
                "set W2(8..15), W1(0..7)    | 0          | 0xABCD     | 0x7777CD77",
                "deposit-field W2(8..15), W1(0..7), W0 | 0x11223344 | 0xABCD | 0x1122CD44",
                "deposit-field W2(0..31), W0(16), W0 | 0x11223344 | 0 | 0x33441122",
            })
    void words(String instruction, String a, String b, String expected) {
        long result =
                TinyProgram.run(TinyProgram.always(instruction), number(a), number(b), 0x77777777L)[
                        2];
        assertThat(result).as(instruction).isEqualTo(number(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add H2, H0, H1   | add B2, 255, B0  | 0xFFFF | 2      | 1      | 0    | 0    | 0xFF",
                "saddu H2, H0, H1 | saddu B2, B0, B1 | 0xFFF0 | 0x20   | 0xFFFF | 0xF0 | 0x20 | 0xFF",
                "sadds H2, H0, H1 | sadds B2, B0, B1 | 0x7FFF | 1      | 0x7FFF | 0x7F | 1    | 0x7F",
                "maxs H2, H0, H1  | maxs B2, B0, B1  | 0x8000 | 0xFFFF | 0xFFFF | 0x80 | 0xFF | 0xFF",
                "shrs H2, H0, 3   | shrs B2, B0, 3   | 0x8000 | 0      | 0xF000 | 0x80 | 0    | 0xF0",
            })
    void halvesAndBytes(
            String half,
            String single,
            String h0,
            String h1,
            String h2,
            String b0,
            String b1,
            String b2) {
        long[] result =
                TinyProgram.run(
                        TinyProgram.always(half, single),
                        0,
                        0,
                        0,
                        number(h0),
                        number(h1),
                        0,
                        number(b0),
                        number(b1),
                        0);
        assertThat(result[5]).as(half).isEqualTo(number(h2));
        assertThat(result[8]).as(single).isEqualTo(number(b2));
    }

    private static long number(String text) {
        return Numbers.parse(0, text);
    }

    @Test
    void allReadWhatCameIntoTheStage() {
        long[] result =
                TinyProgram.run(
                        TinyProgram.always("set W0, W1", "set W1, W0", "add W2, W0, W1"), 3, 4);
        assertThat(result).startsWith(4, 3, 7);
    }

    @Test
    void aContainerHasOneAlu() {
        TofinoModel model = TinyProgram.always("set W2(0..7), 1", "set W2(8..15), 2");
        assertThatThrownBy(() -> TinyProgram.run(model))
                .isInstanceOf(AssemblyException.class)
                .hasMessageContaining("W2 is written in line");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "addc W2, W0, W1",
                "cmov W2, W0, 3",
                "add W2(0..7), W0(0..7), W1(0..7)",
                "add W2, W0, H0",
                "set W2, W0(0..7)",
                "set W2, nothing",
                "set TW2, 1",
                "set W2, TW1",
                "shl W2, W0, W1",
                "invalidate W2"
            })
    void whatIsNotKnownIsRefused(String instruction) {
        assertThatThrownBy(() -> TinyProgram.always(instruction))
                .isInstanceOfSatisfying(
                        AssemblyException.class, e -> assertThat(e.line()).isEqualTo(66));
    }

    @Test
    void bitmaskedSetTakesTheMaskBehindItsData() {
        TofinoModel model =
                TinyProgram.with(
                        """
                        ternary_match t 0:
                          p4: { name: t, hidden: true }
                          hit: [ END ]
                          miss: END
                          indirect: t$tind
                        ternary_indirect t$tind:
                          format: { action: 0..0, immediate: 1..16 }
                          action_bus: { 16 : immediate(0..7), 17 : immediate(8..15) }
                          instruction: t$tind(action, $DEFAULT)
                          actions:
                            act(0, 0):
                            - { $data0: immediate(0..7), $mask0: immediate(8..15), $constant0: $data0(0..7), $constant0: 0x5A, $constant1: $mask0(0..7), $constant1: 0xF0 }
                            - bitmasked-set B2, $data0, B2
                          default_action: act
                        """);
        assertThat(TinyProgram.run(model, 0, 0, 0, 0, 0, 0, 0, 0, 0x33)[8]).isEqualTo(0x53);
    }
}
