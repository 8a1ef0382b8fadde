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
import org.weir.tofino.model.assembly.AssemblyReader;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.attached.MathTable;

/** Stateful ALUs: comparisons, predicates, both halves, what is given out, the math unit. */
class StatefulTest {

    private static final String REGISTER = "Tiny.register";

    /** Index H0, phv_lo W0, phv_hi W1, output to W2; one program of these instructions. */
    private static TofinoModel model(String format, String extra, String... program) {
        return TinyProgram.with(
                """
                hash_action t 0:
                  p4: { name: t, hidden: true }
                  hash_dist:
                    0: { hash: 0, mask: 0xff, shift: %d }
                  input_xbar:
                    exact group 0: { 0: H0(0..7) }
                    hash 0:
                      0..7: H0(0..7)
                    hash group 0:
                      table: [0]
                      seed: 0x0
                  gateway:
                    0x0: END
                    miss: END
                  next: []
                  stateful: t$salu(hash_dist 0, $DEFAULT, $DEFAULT)
                  instruction: t($DEFAULT, $DEFAULT)
                  actions:
                    act(0, 0):
                    - set W2, t$salu
                    - t$salu(program, $hash_dist)
                  default_action: act
                stateful t$salu:
                  p4: { name: Tiny.register, size: 16 }
                  input_xbar:
                    exact group 1: { 64: W0, 96: W1 }
                  data_bytemask: 255
                  format: %s
                %s  actions:
                    program:
                    - %s
                """
                        .formatted(
                                format.contains("hi") ? 6 : 5,
                                format,
                                extra,
                                String.join("\n    - ", program)));
    }

    private static TofinoModel dual(String... program) {
        return model("{ lo: 32, hi: 32 }", "", program);
    }

    /** Memory before, operands, memory behind, what is given out. */
    private static void check(
            TofinoModel model, long lo, long hi, long phvLo, long phvHi, long... expected) {
        model.setRegister(REGISTER, 7, lo, hi);
        long given = TinyProgram.run(model, phvLo, phvHi, 0, 7)[2];
        long[] memory = model.register(REGISTER, 7);
        assertThat(new long[] {memory[0], memory[1], given}).containsExactly(expected);
        assertThat(model.register(REGISTER, 6)).containsExactly(0, 0);
        assertThat(model.register(REGISTER, 8)).containsExactly(0, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "equ lo, lo, -phv_lo         | 5          | 5          | 1",
                "equ lo, lo, -phv_lo         | 5          | 6          | 0",
                "equ lo, lo, phv_lo          | 0xFFFFFFFF | 1          | 1",
                "neq lo, lo, -phv_lo         | 5          | 6          | 1",
                "leq.u lo, lo, -phv_lo       | 5          | 5          | 1",
                "leq.u lo, lo, -phv_lo       | 0x80000000 | 1          | 0",
                "leq.s lo, lo, -phv_lo       | 0x80000000 | 1          | 1",
                "grt.u lo, lo, -phv_lo       | 0xFFFFFFFF | 1          | 1",
                "grt.s lo, lo, -phv_lo       | 0xFFFFFFFF | 1          | 0",
                "geq.u lo, lo, -phv_lo       | 1          | 1          | 1",
                "lss.u lo, lo, 1000, -phv_lo | 1          | 1001       | 0",
                "lss.u lo, lo, 1000, -phv_lo | 1          | 1002       | 1",
                "lss.s lo, lo                | 0x80000000 | 0          | 1",
                "leq.uus lo, lo, -phv_lo     | 5          | 5          | 1",
                "leq.uus lo, lo, -phv_lo     | 5          | 4          | 0",
                "leq.uus lo, lo, -phv_lo     | 0xFFFFFFFF | 1          | 1",
                "lss.uus lo, -lo, phv_lo     | 0xFFFFFFFF | 1          | 0",
                "grt.uus lo, lo, -phv_lo     | 1          | 0xFFFFFFFF | 1",
                "geq.uus lo, lo, -phv_lo     | 0x80000000 | 0          | 0",
            })
    void compares(String comparison, String memory, String operand, long holds) {
        TofinoModel model =
                dual(comparison, "alu_a cmplo, hi, 1", "alu_a !cmplo, hi, 0", "output alu_hi");
        check(model, number(memory), 0, number(operand), 0, number(memory), holds, holds);
    }

    /** The operands' bytes 0, 1, 4 and 5 by hash: W1's upper half, and W0's lower one. */
    @Test
    void takesOperandsFromAHash() {
        TofinoModel model =
                TinyProgram.with(
                        """
                        hash_action t 0:
                          p4: { name: t, hidden: true }
                          hash_dist:
                            0: { hash: 0, mask: 0xff, shift: 6 }
                          input_xbar:
                            exact group 0: { 0: H0(0..7) }
                            hash 0:
                              0..7: H0(0..7)
                            hash group 0:
                              table: [0]
                              seed: 0x0
                          gateway:
                            0x0: END
                            miss: END
                          next: []
                          stateful: t$salu(hash_dist 0, $DEFAULT, $DEFAULT)
                          instruction: t($DEFAULT, $DEFAULT)
                          actions:
                            act(0, 0):
                            - set W2, t$salu
                            - t$salu(program, $hash_dist)
                          default_action: act
                        stateful t$salu:
                          p4: { name: Tiny.register, size: 16 }
                          input_xbar:
                            exact group 1: { 0: W0, 32: W1 }
                            hash 2:
                              0..15: W1(16..31)
                              32..47: W0(0..15)
                            hash group 1:
                              table: [2]
                              seed: 0x0
                          hash_bytemask: 51
                          format: { lo: 32, hi: 32 }
                          actions:
                            program:
                            - alu_a lo, phv_lo
                            - alu_a hi, phv_hi
                            - output alu_lo
                        """);
        check(model, 0, 0, 0x1234_5678L, 0x9ABC_DEF0L, 0x9ABC, 0x5678, 0x9ABC);
    }

    @Test
    void predicatesCombine() {
        TofinoModel model =
                dual(
                        "equ lo, lo, -phv_lo",
                        "equ hi, hi, -phv_hi",
                        "alu_a (cmplo & cmphi), lo, 11",
                        "alu_a (cmplo & !cmphi), lo, 12",
                        "alu_a (cmphi & !cmplo), lo, 13",
                        "alu_a (!cmplo & !cmphi), lo, 14",
                        "output (cmplo ^ cmphi), alu_lo");
        check(model, 1, 2, 1, 2, 11, 2, 0);
        check(model, 1, 2, 1, 3, 12, 2, 12);
        check(model, 1, 2, 0, 2, 13, 2, 13);
        check(model, 1, 2, 0, 0, 14, 2, 0);
        check(dual("equ lo, lo", "alu_a 0x5, hi, 9"), 0, 4, 0, 0, 0, 4, 0);
        check(dual("equ lo, lo", "alu_a 0x5, hi, 9"), 1, 4, 0, 0, 1, 9, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add lo, lo, phv_lo   | 0xFFFFFFFF | 2  | 1",
                "sub lo, lo, phv_lo   | 1          | 2  | 0xFFFFFFFF",
                "subr lo, lo, phv_lo  | 1          | 2  | 1",
                "saddu lo, lo, phv_lo | 0xFFFFFFFF | 2  | 0xFFFFFFFF",
                "ssubu lo, lo, phv_lo | 1          | 2  | 0",
                "ssubru lo, lo, phv_lo | 1         | 5  | 4",
                "maxu lo, lo, phv_lo  | 1          | 2  | 2",
                "mins lo, lo, phv_lo  | 0xFFFFFFFF | 2  | 0xFFFFFFFF",
                "xor lo, lo, phv_lo   | 0xFF       | 15 | 0xF0",
                "nota lo, lo          | 0xFF       | 0  | 0xFFFFFF00",
                "alu_b lo, phv_lo     | 1          | 9  | 9",
                "setz lo              | 7          | 7  | 0",
            })
    void computes(String instruction, String memory, String operand, String result) {
        TofinoModel model = dual(instruction, "output mem_lo");
        long before = number(memory);
        check(model, before, 3, number(operand), 0, number(result), 3, before);
    }

    @Test
    void halvesOf16BitsHaveTheirOperandsSideBySide() {
        TofinoModel model = model("{ lo: 16 }", "", "maxu lo, lo, phv_lo", "output phv_hi");
        // Entries of 16 bits: the address counts bits.
        model.setRegister(REGISTER, 14, 0x1234, 0);
        assertThat(TinyProgram.run(model, 0xABCD_5678L, 0, 0, 7)[2]).isEqualTo(0xABCD);
        assertThat(model.register(REGISTER, 14)[0]).isEqualTo(0x5678);
    }

    @Test
    void predicateIsGivenOutWhereTheShiftsSay() {
        TofinoModel model =
                model(
                        "{ lo: 32, hi: 32 }",
                        "  pred_shift: 8\n  pred_comb_shift: 3\n",
                        "equ lo, lo",
                        "output cmplo, predicate");
        assertThat(TinyProgram.run(model, 0, 0, 0, 7)[2]).isEqualTo(1L << 3 | 1L << 12 + 1);
        model.setRegister(REGISTER, 7, 1, 0);
        assertThat(TinyProgram.run(model, 0, 0, 0, 7)[2]).isEqualTo(1L << 12);
    }

    @Test
    void mathUnitGivesRootsWithinAnEighth() {
        MathTable root =
                new MathTable(
                        AssemblyReader.inline(
                                1,
                                "{ invert: true, shift: -1, scale: 13, data: [ 0, 0, 0, 0, 181, 162,"
                                        + " 148, 137, 128, 121, 114, 109, 105, 100, 97, 93 ] }"));
        assertThat(root.of(1, 32)).isEqualTo(1 << 20);
        assertThat(root.of(4, 32)).isEqualTo(1 << 19);
        assertThat(root.of(1 << 30, 32)).isEqualTo(1 << 5);
        assertThat(root.of(2, 32)).isEqualTo(181 << 12);
        assertThat(root.of(0, 32)).isZero();
        for (long x = 1; x < 1L << 32; x += 1 + x / 7) {
            double exact = (1 << 20) / Math.sqrt(x);
            double ratio = (root.of(x, 32) + 0.5) / exact;
            assertThat(ratio).as("%d", x).isBetween(0.96, 1.14);
        }
        MathTable square =
                new MathTable(
                        AssemblyReader.inline(
                                1,
                                "{ invert: false, shift: 1, scale: -6, data: [ 0, 0, 0, 0, 0, 0, 0, 0,"
                                        + " 64, 81, 100, 121, 144, 169, 196, 225 ] }"));
        assertThat(square.of(12, 32)).isEqualTo(144);
        assertThat(square.of(13, 32)).isEqualTo(169);
        assertThat(square.of(1000, 32)).isEqualTo(225L << 12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read_bit",
                "grt lo, lo, -phv_lo",
                "grt.us lo, lo, -phv_lo",
                "alu_a both, 1",
                "alu_a lo, register_param(0)",
                "add lo, lo, math_table(hi)",
                "output nothing",
                "output address"
            })
    void whatIsNotKnownIsRefused(String instruction) {
        assertThatThrownBy(() -> dual(instruction)).isInstanceOf(AssemblyException.class);
    }

    @Test
    void aHalfWhoseConditionDoesNotHoldGivesItsMemory() {
        TofinoModel idle = dual("equ lo, lo", "alu_a cmplo, hi, 1", "output alu_hi");
        check(idle, 1, 23, 0, 0, 1, 23, 23);
        check(idle, 0, 23, 0, 0, 0, 1, 1);
    }

    @Test
    void whatTheSourcesDoNotSayIsRefusedWhenAPacketShowsIt() {
        TofinoModel twice = dual("alu_a lo, 1", "alu_a lo, 2");
        assertThatThrownBy(() -> TinyProgram.run(twice, 0, 0, 0, 7))
                .isInstanceOf(AssemblyException.class)
                .hasMessageContaining("same half");
    }

    private static long number(String text) {
        return Numbers.parse(0, text);
    }
}
