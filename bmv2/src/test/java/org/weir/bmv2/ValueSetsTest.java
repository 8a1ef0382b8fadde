// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.TestNetwork.exact;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.ValueSetControl;

/** Value sets: the parser takes what the control plane puts into them. */
class ValueSetsTest {

    private static final String WIDE = "ff0000000000000001";
    private static final String OTHER = "7f0000000000000001";

    private TestNetwork network;
    private ValueSetControl wides;
    private ValueSetControl pairs;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("value_sets"));
        wides = network.device.valueSet("ParserOf.wides").orElseThrow();
        pairs = network.device.valueSet("ParserOf.pairs").orElseThrow();
    }

    /** The state that a frame went through. */
    private String found(String kindAndFlavour, String wide) {
        return network.send(1, "00" + kindAndFlavour + wide).get(0).hex().substring(0, 2);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void membersAreMatchedFieldByField() {
        assertThat(network.device.valueSets()).containsExactly(wides, pairs);
        assertThat(pairs.fieldBits()).containsExactly(12, 4);
        assertThat(wides.fieldBits()).containsExactly(72);
        assertThat(found("1235", WIDE)).isEqualTo("00");
        pairs.insert(List.of(exact(0x123), exact(5)));
        assertThat(found("1235", WIDE)).isEqualTo("02");
        assertThat(found("1234", WIDE)).isEqualTo("00");
        assertThat(found("1225", WIDE)).isEqualTo("00");
        // All 72 bits count, the highest ones too.
        wides.insert(List.of(new MatchKey.Exact(bytes(WIDE))));
        assertThat(found("1235", WIDE)).isEqualTo("01");
        assertThat(found("1235", OTHER)).isEqualTo("02");
        wides.delete(List.of(new MatchKey.Exact(bytes(WIDE))));
        assertThat(found("1235", WIDE)).isEqualTo("02");
        // What comes after the set in the program is reached by what is not in it.
        assertThat(found("fff1", WIDE)).isEqualTo("03");
    }

    @Test
    void everyKindOfKeyIsTaken() {
        pairs.insert(
                List.of(
                        new MatchKey.Ternary(bytes("0100"), bytes("0f00")),
                        new MatchKey.Range(bytes("02"), bytes("04"))));
        assertThat(found("1ab2", OTHER)).isEqualTo("02");
        assertThat(found("1004", OTHER)).isEqualTo("02");
        assertThat(found("1005", OTHER)).isEqualTo("00");
        assertThat(found("2002", OTHER)).isEqualTo("00");
        pairs.replace(
                List.of(
                        List.of(new MatchKey.Lpm(bytes("0800"), 1), MatchKey.ANY),
                        List.of(exact(3), new MatchKey.Optional(bytes("01")))));
        assertThat(found("1ab2", OTHER)).isEqualTo("00");
        assertThat(found("9ab2", OTHER)).isEqualTo("02");
        assertThat(found("0031", OTHER)).isEqualTo("02");
        assertThat(found("0032", OTHER)).isEqualTo("00");
        wides.insert(List.of(new MatchKey.Range(bytes("80" + "00".repeat(8)), bytes(WIDE))));
        assertThat(found("9ab2", WIDE)).isEqualTo("01");
        assertThat(found("9ab2", OTHER)).isEqualTo("02");
        assertThat(found("9ab2", "ff0000000000000002")).isEqualTo("02");
        assertThat(pairs.members())
                .containsExactly(
                        List.of(new MatchKey.Lpm(bytes("0800"), 1), MatchKey.ANY),
                        List.of(
                                new MatchKey.Exact(bytes("0003")),
                                new MatchKey.Optional(bytes("01"))));
    }

    @Test
    void whatIsWrongIsNamedAndChangesNothing() {
        pairs.insert(List.of(exact(1), exact(1)));
        assertThatThrownBy(() -> pairs.insert(List.of(exact(1), exact(1))))
                .hasMessageContaining("value set ParserOf.pairs: has a member");
        assertThatThrownBy(() -> pairs.insert(List.of(exact(0x1000), exact(1))))
                .hasMessageContaining("ParserOf.pairs, field 1: value 0x1000 does not fit its 12");
        assertThatThrownBy(() -> pairs.insert(List.of(exact(1))))
                .hasMessageContaining("a member has 2 fields, 1 are given");
        assertThatThrownBy(() -> pairs.delete(List.of(exact(2), exact(1))))
                .hasMessageContaining("has no member");
        MatchKey one = exact(1);
        assertThatThrownBy(
                        () ->
                                wides.replace(
                                        List.of(
                                                List.of(one),
                                                List.of(exact(2)),
                                                List.of(exact(3)))))
                .hasMessageContaining("is full with 2 members");
        assertThat(wides.members()).isEmpty();
        assertThat(pairs.members()).hasSize(1);
    }
}
