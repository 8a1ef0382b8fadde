// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Header stacks, fields of variable width, lookahead, and what happens when a frame is not as
 * expected.
 */
class ParsingTest {

    private static final int TOO_SHORT = 1;
    private static final int STACK_OUT_OF_BOUNDS = 3;
    private static final int HEADER_TOO_SHORT = 4;
    private static final int LABEL_ZERO = 5;

    private TestNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("parsing"));
    }

    private String run(String frame) {
        return network.send(2, frame).get(0).hex();
    }

    private static String report(int error, int labels, int last, int peeked, int optionBytes) {
        return "%02x%02x%04x%02x%02x".formatted(error, labels, last, peeked, optionBytes);
    }

    @Test
    void aStackIsFilledPoppedAndPushed() {
        // Three labels 1, 2, 3; the first is popped.
        assertThat(run("01" + "0002" + "0004" + "0007" + "aabb"))
                .isEqualTo(report(0, 3, 2, 0, 0) + "01" + "0004" + "0007" + "aabb");
        // One label; two are pushed before it, of which the first is made valid.
        assertThat(run("01" + "0003" + "cc"))
                .isEqualTo(report(0, 1, 0, 0, 0) + "01" + "000e" + "0003" + "cc");
    }

    @Test
    void errorsStopTheParserAndLeaveTheRestAsPayload() {
        assertThat(run("01" + "0002" + "0004" + "0006" + "0009"))
                .startsWith(report(STACK_OUT_OF_BOUNDS, 3, 2, 0, 0))
                .endsWith("0004" + "0006" + "0009");
        assertThat(run("01" + "0001" + "ee")).startsWith(report(LABEL_ZERO, 1, 0, 0, 0));
        assertThat(run("01" + "0002" + "00"))
                .startsWith(report(TOO_SHORT, 1, 0, 0, 0))
                .endsWith("0002" + "00");
        // BMv2 knows no NoMatch: a select without a case that fits ends parsing.
        assertThat(run("77" + "1234")).isEqualTo(report(0, 0, 0, 0, 0) + "77" + "1234");
        assertThat(run("")).isEqualTo(report(TOO_SHORT, 0, 0, 0, 0));
    }

    @Test
    void aFieldHasTheWidthThatTheFrameSays() {
        assertThat(run("02" + "03" + "a1a2a3" + "ff"))
                .isEqualTo(report(0, 0, 0, 0, 3) + "02" + "03" + "a1a2a3" + "ff");
        assertThat(run("02" + "00" + "ff")).isEqualTo(report(0, 0, 0, 0, 0) + "02" + "00" + "ff");
        assertThat(run("02" + "08" + "0102030405060708"))
                .isEqualTo(report(0, 0, 0, 0, 8) + "02" + "08" + "0102030405060708");
        assertThat(run("02" + "09" + "010203040506070809"))
                .startsWith(report(HEADER_TOO_SHORT, 0, 0, 0, 0));
        assertThat(run("02" + "05" + "0102")).startsWith(report(TOO_SHORT, 0, 0, 0, 0));
    }

    @Test
    void lookaheadTakesNothingAndAdvanceTakesWithoutKeeping() {
        assertThat(run("03" + "112233")).isEqualTo(report(0, 0, 0, 0x33, 0) + "03" + "112233");
        assertThat(run("03" + "1122")).isEqualTo(report(TOO_SHORT, 0, 0, 0, 0) + "03" + "1122");
        assertThat(run("4a" + "112233")).isEqualTo(report(0, 0, 0, 0, 0) + "4a" + "33");
        assertThat(run("4a" + "11")).isEqualTo(report(TOO_SHORT, 0, 0, 0, 0) + "4a" + "11");
        assertThat(run("85" + "11")).isEqualTo(report(0, 0, 0, 0, 0) + "85" + "11");
    }
}
