// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.tiny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.TofinoModel;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.stage.ControlTable;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.tofino.model.stage.TableEntry;

/** Tables, gateways, hashes and counters of small programs. */
class MatchTest {

    private static final String ACTIONS =
            """
              actions:
                hit(1, 0):
                - p4_param_order: { value: 16 }
                - { value: immediate(0..15) }
                - set H2, value
                miss(-1, 1):
                - set H2, 0xFFFF
              default_action: miss
            """;

    private static TofinoModel ternary(String type) {
        return ternary(type, "W0");
    }

    private static TofinoModel ternary(String type, String wired) {
        return TinyProgram.with(
                """
                ternary_match t 0:
                  p4: { name: Tiny.t, size: 16 }
                  p4_param_order:
                    W0: { type: %s, size: 32, key_name: "key" }
                  input_xbar:
                    ternary group 0: { 0: %s }
                  hit: [ END ]
                  miss: END
                  indirect: t$tind
                ternary_indirect t$tind:
                  format: { action: 0..0, immediate: 1..16 }
                  action_bus: { 32..33 : immediate(0..15) }
                  instruction: t$tind(action, $DEFAULT)
                """
                                .formatted(type, wired)
                        + ACTIONS);
    }

    /** An entry by which a packet's result is the value. */
    private static TableEntry hit(TofinoModel model, KeyMatch key, int priority, long value) {
        return model.table("Tiny.t")
                .add(Map.of("key", key), priority, "hit", Map.of("value", value));
    }

    private static void hit(TofinoModel model, KeyMatch key, long value) {
        model.table("Tiny.t").add(Map.of("key", key), "hit", Map.of("value", value));
    }

    private static long result(TofinoModel model, long key) {
        return TinyProgram.run(model, key)[5];
    }

    @Test
    void ternaryEntriesGoByPriority() {
        TofinoModel model = ternary("ternary");
        ControlTable table = model.table("Tiny.t");
        table.add(Map.of(), 1, "hit", Map.of("value", 1L));
        hit(model, KeyMatch.ternary(0x10, 0xF0), 2, 2);
        TableEntry top = hit(model, KeyMatch.ternary(0x12, 0xFF), 3, 3);
        assertThat(result(model, 0x12)).isEqualTo(3);
        assertThat(result(model, 0x13)).isEqualTo(2);
        assertThat(result(model, 0x23)).isEqualTo(1);
        table.remove(top);
        assertThat(result(model, 0x12)).isEqualTo(2);
    }

    @Test
    void longerPrefixesGoFirstAndRangesIncludeTheirEnds() {
        TofinoModel lpm = ternary("lpm");
        hit(lpm, KeyMatch.lpm(0x0A000000, 8), 1);
        hit(lpm, KeyMatch.lpm(0x0A0A0000, 16), 2);
        assertThat(result(lpm, 0x0A0A0001)).isEqualTo(2);
        assertThat(result(lpm, 0x0A0B0001)).isEqualTo(1);
        assertThat(result(lpm, 0x0B0A0001)).isEqualTo(0xFFFF);
        TofinoModel range = ternary("range");
        hit(range, KeyMatch.range(10, 20), 1);
        assertThat(result(range, 9)).isEqualTo(0xFFFF);
        assertThat(result(range, 10)).isEqualTo(1);
        assertThat(result(range, 20)).isEqualTo(1);
        assertThat(result(range, 21)).isEqualTo(0xFFFF);
    }

    @Test
    void badEntriesAreRefusedAndChangeNothing() {
        TofinoModel model = ternary("ternary");
        ControlTable table = model.table("Tiny.t");
        table.add(Map.of(), 1, "hit", Map.of("value", 1L));
        assertThatThrownBy(() -> table.add(Map.of(), 2, "miss", Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> table.add(Map.of(), 2, "none", Map.of()))
                .hasMessageContaining("no action none");
        assertThatThrownBy(() -> table.add(Map.of(), 2, "hit", Map.of("value", 65_536L)))
                .hasMessageContaining("16 bits");
        assertThatThrownBy(() -> table.add(Map.of(), 2, "hit", Map.of()))
                .hasMessageContaining("parameters");
        assertThatThrownBy(
                        () ->
                                table.add(
                                        Map.of("other", KeyMatch.exact(1)),
                                        2,
                                        "hit",
                                        Map.of("value", 2L)))
                .hasMessageContaining("other");
        assertThatThrownBy(() -> hit(model, KeyMatch.range(1, 2), 2, 2))
                .hasMessageContaining("ternary");
        assertThat(result(model, 1)).isEqualTo(1);
    }

    @Test
    void bitsWithoutWiresCannotBeAskedFor() {
        TofinoModel model = ternary("ternary", "W0(0..15)");
        hit(model, KeyMatch.ternary(5, 0xFFFF), 1, 1);
        assertThatThrownBy(() -> hit(model, KeyMatch.ternary(0, 0x10000), 1, 1))
                .hasMessageContaining("no wires");
    }

    private static String exact(String match, String hash) {
        return exact(match, hash, "40..51 & 0x0");
    }

    private static String exact(String match, String hash, String select) {
        return """
               exact_match t 0:
                 p4: { name: Tiny.t, size: 16 }
                 p4_param_order:
                   H0: { type: exact, size: 16, key_name: "key" }
                 ways:
                 - { group: 0, index: 0..9, select: %s, rams: [[7, 2]] }
                 input_xbar:
                   exact group 0: { 0: H0 }
                   hash 0:
                     %s
                   hash group 0:
                     table: [0]
                     seed: 0x0
                 format: { action(0): 0..0, immediate(0): 1..16, version(0): 112..115 }
                 match: %s
                 hit: [ END ]
                 miss: END
                 action_bus: { 32..33 : immediate(0..15) }
                 instruction: t(action, $DEFAULT)
               """
                        .formatted(select, hash, match)
                + ACTIONS;
    }

    /** A bit of the key may select the RAM instead of being compared. */
    @Test
    void exactTablesTellKeysApartByTheRam() {
        String hash = "0..9: random(H0(11..15)) ^ H0(0..9)\n      40: H0(10)";
        TofinoModel model = TinyProgram.with(exact("[ H0(11..15) ]", hash, "40..51 & 0x1"));
        hit(model, KeyMatch.exact(7), 1);
        assertThat(TinyProgram.run(model, 0, 0, 0, 7)[5]).isEqualTo(1);
        assertThat(TinyProgram.run(model, 0, 0, 0, 7 + 1024)[5]).isEqualTo(0xFFFF);
        for (String other : List.of("40..51 & 0x0", "40..51 & 0x2")) {
            assertThatThrownBy(() -> TinyProgram.with(exact("[ H0(11..15) ]", hash, other)))
                    .hasMessageContaining("H0(0..15) is not told apart by this way");
        }
    }

    @Test
    void exactTablesTellAllKeysApartOrAreRefused() {
        String hash = "0..9: random(H0(10..15)) ^ H0(0..9)";
        TofinoModel model = TinyProgram.with(exact("[ H0(10..15) ]", hash));
        hit(model, KeyMatch.exact(7), 1);
        for (int key = 0; key < 1 << 16; key += 7) {
            assertThat(TinyProgram.run(model, 0, 0, 0, key)[5]).isEqualTo(key == 7 ? 1 : 0xFFFF);
        }
        assertThatThrownBy(() -> TinyProgram.with(exact("[ H0(11..15) ]", hash)))
                .hasMessageContaining("H0(0..15) is not told apart by this way");
        assertThatThrownBy(
                        () ->
                                TinyProgram.with(
                                        exact("[ H0(10..15) ]", "0..9: H0(0..9) ^ H0(1..10)")))
                .hasMessageContaining("not told apart");
    }

    @Test
    void aGatewayRunsItsTableOrPutsItsPayload() {
        TofinoModel model =
                TinyProgram.with(
                        """
                        hash_action t 0:
                          p4: { name: t, hidden: true }
                          gateway:
                            input_xbar:
                              exact group 0: { 0: H0, 16: H1(0..3) }
                            payload: 0x5
                            format: { action: 1..2 }
                            match: { 8: H0(0..7), 16: H1(0..3) }
                            0x312: END
                            0b****00000000: u
                            miss:
                              run_table: true
                          next: u
                          instruction: t(action, $DEFAULT)
                          actions:
                            payload(2, 0):
                            - set H2, 2
                        ternary_match u 1:
                          p4: { name: u, hidden: true }
                          hit: [ END ]
                          miss: END
                          indirect: u$tind
                        ternary_indirect u$tind:
                          format: { action: 0..0 }
                          instruction: u$tind(action, $DEFAULT)
                          actions:
                            act(0, 1):
                            - set B2, 9
                          default_action: act
                        """);
        assertThat(TinyProgram.run(model, 0, 0, 0, 0x12, 3)).containsSequence(0x12, 3, 2, 0, 0, 0);
        assertThat(TinyProgram.run(model, 0, 0, 0, 0x00, 5)).containsSequence(0, 5, 2, 0, 0, 9);
        assertThat(TinyProgram.run(model, 0, 0, 0, 0x12, 4)).containsSequence(0x12, 4, 0, 0, 0, 9);
    }

    @Test
    void gatewayInputsAreWiredOrRefused() {
        String gateway =
                """
                gateway g 0:
                  input_xbar:
                    exact group 0: { 0: H0 }
                  match: { 0: H1 }
                  0x1: END
                  miss: END
                """;
        assertThatThrownBy(() -> TinyProgram.with(gateway))
                .hasMessageContaining("H1(0..15) is not on the input_xbar");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // CRC-16/ARC and CRC-32 of "1234" without what init and final add, which is the
                // seed's.
                "crc_rev(0xc002, 0x0, 0x0, 32, { 0: W0 }, { })           | 0..15 | 0x14BA",
                "slice(stripe(crc_rev(0xc002, 0x0, 0x0, 32, { 0: W0 }, { })), 4..15) | 0..11 | 0x14B",
                "crc(0x8810, 0x0, 0x0, 32, { 0: W0 }, { })               | 0..15 | 0xD789",
                "W0(8..15) ^ W1(0..7)                                    | 0..7  | 0x33",
                "0                                                       | 0..7  | 0",
            })
    void hashes(String expression, String bits, String expected) {
        TofinoModel model =
                TinyProgram.with(
                        """
                        hash_action t 0:
                          p4: { name: t, hidden: true }
                          hash_dist:
                            0: { hash: 0, mask: 0xffff, shift: 0 }
                          input_xbar:
                            exact group 0: { 0: W0, 32: W1 }
                            hash 0:
                              %s: %s
                            hash group 0:
                              table: [0]
                              seed: 0x0
                          gateway:
                            0x0: END
                            miss: END
                          next: []
                          instruction: t($DEFAULT, $DEFAULT)
                          actions:
                            act(0, 0):
                            - set H2, hash_dist(0, 0..15)
                          default_action: act
                        """
                                .formatted(bits, expression));
        assertThat(TinyProgram.run(model, 0x31323334L, 0)[5]).isEqualTo(Numbers.parse(0, expected));
    }

    @Test
    void whatNobodyGivesAPortIsDropped() {
        TofinoModel model = TinyProgram.withoutPort();
        assertThat(model.receive(1, new byte[64], 0)).isEmpty();
        assertThat(model.droppedPackets()).isOne();
    }

    @Test
    void countersCountWhatTheHashPointsTo() {
        TofinoModel model =
                TinyProgram.with(
                        """
                        hash_action t 0:
                          p4: { name: t, hidden: true }
                          hash_dist:
                            1: { hash: 0, mask: 0x7, shift: 1 }
                          input_xbar:
                            exact group 0: { 0: H0(0..7) }
                            hash 0:
                              16..23: H0(0..7)
                            hash group 0:
                              table: [0]
                              seed: 0x10000
                          gateway:
                            0x0: END
                            miss: END
                          next: []
                          stats: t$stats(hash_dist 1, $DEFAULT)
                          instruction: t($DEFAULT, $DEFAULT)
                          actions:
                            act(0, 0):
                            - t$stats($hash_dist)
                          default_action: act
                        counter t$stats:
                          p4: { name: Tiny.counter, size: 8 }
                          count: packets_and_bytes
                          bytecount_adjust: -4
                          format: {packets(0): 0..31, packets(1): 32..63, packets(2): 64..95, packets(3): 96..127}
                        """);
        TinyProgram.run(model, 0, 0, 0, 0x14);
        TinyProgram.run(model, 0, 0, 0, 0x04);
        // The seed turns the lowest bit round.
        assertThat(model.packets("Tiny.counter", 5)).isEqualTo(2);
        assertThat(model.bytes("Tiny.counter", 5)).isEqualTo(2 * 60);
        assertThat(model.packets("Tiny.counter", 4)).isZero();
    }
}
