// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.tiny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.AssemblyReader;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.parser.ParserProgram;
import org.weir.tofino.model.phv.Container;
import org.weir.tofino.model.phv.PhvNames;

/** The text's form, and parsers of a few states. */
class ParserTest {

    private static ParserProgram parser(String text) {
        Node all =
                AssemblyReader.read("phv:\n  field.0-7: B0\n  late: { stage 2..5: W1 }\n" + text);
        return new ParserProgram(all.entries().get(1), new PhvNames(all.get("phv")));
    }

    private static long get(ParserProgram.Result result, String container) {
        return result.phv().get(Container.find(container));
    }

    @Test
    void statesMatchOnWhatTheStateBeforeLoaded() {
        ParserProgram parser =
                parser(
                        """
                        parser:
                          start: a
                          init_zero: [ H9 ]
                          bitwise_or: [ H5 ]
                          states:
                            a:
                              *:
                                0..1: H0
                                H5: 1
                                load: { half : 2..3, byte1 : 4 }
                                shift: 2
                                buf_req: 5
                                next: b
                            b:
                              match: [ half, byte1 ]
                              0x0800*6:
                                H5: 2
                                0: B0
                                next: end
                              0o*0000007:
                                54..55: H1
                                56..59: W0
                                next: end
                              0b000000000000000000000***:
                                H5(4..7): 3
                                shift: 1
                                next: end
                        """);
        byte[] packet = {0x12, 0x34, 8, 0, 0x16, 0};
        ParserProgram.Result result = parser.run(packet, 0);
        assertThat(result.headerBytes()).isEqualTo(2);
        assertThat(get(result, "H0")).isEqualTo(0x1234);
        assertThat(get(result, "H5")).isEqualTo(3);
        assertThat(get(result, "B0")).isEqualTo(8);
        assertThat(result.phv().isValid(Container.find("H9"))).isTrue();
        assertThat(result.phv().isValid(Container.find("H1"))).isFalse();

        result = parser.run(new byte[] {0, 0, 0, 8, 7, 0}, 0);
        assertThat(result.error()).isEqualTo(ParserProgram.NO_MATCH);
        result = parser.run(new byte[] {0, 0, 0, 0, 7, 0}, 0x1234_5678_9ABCL);
        assertThat(get(result, "H1")).isEqualTo(0x1234);
        assertThat(get(result, "W0")).isEqualTo(0x5678_9ABCL);
        result = parser.run(new byte[] {0, 0, 0, 0, 5, 0}, 0);
        assertThat(get(result, "H5")).isEqualTo(0x31);
        assertThat(result.headerBytes()).isEqualTo(3);
        result = parser.run(new byte[4], 0);
        assertThat(result.error()).isEqualTo(ParserProgram.PARTIAL_HEADER);
        assertThat(result.headerBytes()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "10, 1", "11, 1", "12, 2", "127, 12"})
    void theCounterEndsALoop(int start, int rounds) {
        ParserProgram parser =
                parser(
                        """
                        parser:
                          start: a
                          states:
                            a:
                              *:
                                counter:
                                  imm: %d
                                next: b
                            b:
                              match: [ ctr_neg, ctr_zero ]
                              0x0:
                                counter: dec 11
                                shift: 1
                                buf_req: 1
                                next: b
                              0b**:
                                next: end
                        """
                                .formatted(start));
        assertThat(parser.run(new byte[64], 0).headerBytes()).isEqualTo(rounds);
    }

    @Test
    void checksumsVerifyAndLeaveTheRest() {
        ParserProgram parser =
                parser(
                        """
                        parser:
                          start: a
                          states:
                            a:
                              *:
                                checksum 0:
                                  type: VERIFY
                                  mask: [ 0..1, 2, 3..5 ]
                                  swap: 0
                                  start: 1
                                  end: 1
                                  dest: H0(3)
                                checksum 1:
                                  type: RESIDUAL
                                  mask: [ 0..3 ]
                                  swap: 2
                                  start: 1
                                  end: 0
                                shift: 4
                                buf_req: 6
                                next: b
                            b:
                              *:
                                checksum 1:
                                  type: RESIDUAL
                                  mask: [ 0..1 ]
                                  swap: 0
                                  start: 0
                                  end: 1
                                  end_pos: 1
                                  dest: H1
                                shift: 2
                                buf_req: 2
                                next: end
                        """);
        ParserProgram.Result right = parser.run(HexFormat.of().parseHex("11112222cccc"), 0);
        assertThat(get(right, "H0")).isZero();
        assertThat(get(right, "H1")).isZero();
        ParserProgram.Result wrong = parser.run(HexFormat.of().parseHex("111122231234"), 0);
        assertThat(get(wrong, "H0")).isEqualTo(8);
        // 0x1111 + 0x2322 + 0x1234 = 0x4667, and its complement.
        assertThat(get(wrong, "H1")).isEqualTo(~0x4667 & 0xFFFF);
    }

    @Test
    void headersBehindAResidualAreSubtractedToo() {
        ParserProgram parser =
                parser(
                        """
                        parser:
                          start: a
                          states:
                            a:
                              *:
                                checksum 0:
                                  type: RESIDUAL
                                  mask: [ 0..1 ]
                                  swap: 0
                                  start: 1
                                  end: 1
                                  end_pos: 1
                                  dest: H1
                                shift: 4
                                buf_req: 4
                                next: b
                            b:
                              *:
                                shift: 1
                                buf_req: 1
                                next: end
                        """);
        ParserProgram.Result result = parser.run(HexFormat.of().parseHex("11112222cc99"), 0);
        assertThat(get(result, "H1")).isEqualTo(~(0x1111 + 0x2222 + 0xCC00) & 0xFFFF);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0..2: W0",
                "priority: 1",
                "offset: inc 1",
                "save: [ half ]",
                "load: { half : 1 }",
                "load: { save_byte0 : 1 }",
                "counter: { src: half, max: 3 }",
                "H0: here",
                "0: field(0..3)",
                "checksum 2: { type: VERIFY, start: 1, end: 0 }",
                "checksum 0: { type: CLOT, start: 1, end: 0 }",
                "checksum 0: { type: RESIDUAL, mask: [ 0 ], start: 1, end: 1, dest: H1 }",
                "40: B0"
            })
    void whatIsNotKnownIsRefused(String inRow) {
        String text =
                """
                parser:
                  start: a
                  states:
                    a:
                      *:
                        %s
                        shift: 8
                        buf_req: 8
                        next: end
                """
                        .formatted(inRow);
        assertThatThrownBy(() -> parser(text).run(new byte[64], 0))
                .isInstanceOfSatisfying(
                        AssemblyException.class, e -> assertThat(e.line()).isEqualTo(9));
    }

    @Test
    void aContainerIsWrittenOnceUnlessSaid() {
        ParserProgram parser =
                parser(
                        "parser:\n  start: a\n  states:\n    a:\n      *:\n        0: B0\n        1: B0\n        next: end\n");
        assertThatThrownBy(() -> parser.run(new byte[8], 0))
                .hasMessageContaining("B0 is written twice");
    }

    @Test
    void readsListsMapsAndCommentsAsYaml() {
        Node node =
                AssemblyReader.read(
                        """
                        a: { b: f(1, { 2: x }), c: [ 1, 2..3 ] } # note
                        list:
                        - d: "e # f: g"
                          h: 1
                        - set a, b
                        -   i: 2
                            j: 3
                        ? [ 1, 0b1* ] :
                          next: k
                        empty:
                        last: 4
                        """);
        assertThat(node.get("a").textOf("b")).isEqualTo("f(1, { 2: x })");
        assertThat(node.get("a").get("c").items()).hasSize(2);
        assertThat(node.get("list").items().get(0).textOf("d")).isEqualTo("e # f: g");
        assertThat(node.get("list").items().get(1).text()).isEqualTo("set a, b");
        assertThat(node.get("list").items().get(2).get("j").number()).isEqualTo(3);
        assertThat(node.get("[ 1, 0b1* ]").textOf("next")).isEqualTo("k");
        assertThat(node.get("empty").entries()).isEmpty();
        assertThat(node.get("last").line()).isEqualTo(11);
        assertThatThrownBy(() -> AssemblyReader.read("a:\n    b: 1\n  c: 2\n"))
                .hasMessageContaining("line 3: indentation");
        assertThatThrownBy(() -> AssemblyReader.read("a: { b: 1\n"))
                .isInstanceOf(AssemblyException.class);
    }

    @Test
    void placesOfAFieldChangeFromStageToStage() {
        Node phv =
                AssemblyReader.read(
                        "phv:\n  a: { stage 0..1: W0(8..15), stage 2: H3 }\n  b.0-7: B0\n  b.8-15: B1\n");
        PhvNames names = new PhvNames(phv.get("phv"));
        assertThat(names.get(1, "a", 1)).hasToString("W0(8..15)");
        assertThat(names.get(1, "a(2)", 1)).hasToString("W0(10..10)");
        assertThat(names.get(1, "a", 2)).hasToString("H3(0..15)");
        assertThat(names.find(1, "a", 3)).isNull();
        assertThat(names.pieces(1, "b", 16, 7)).hasSize(2);
        assertThatThrownBy(() -> names.pieces(1, "b", 24, 7)).hasMessageContaining("16 of 24");
    }
}
