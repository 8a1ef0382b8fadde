// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AccECN's option byte by byte (RFC 9768, figures 3 and 4). */
class AccEcnOptionTest {
    /** Kind 0xAC: ECT(0), CE, ECT(1); kind 0xAE: ECT(1), CE, ECT(0). Padding: 01. */
    @ParameterizedTest
    @CsvSource({
        "false, 0x010203, 0x040506, 0x070809, ac0b01020304050607080901",
        "true,  0x010203, 0x040506, 0x070809, ae0b07080904050601020301",
        "false, 0xffffff, 0x800000, 1,        ac0bffffff80000000000101",
        "false, 1,        2,        -1,       ac08000001000002",
        "true,  -1,       2,        1,        ae08000001000002",
        "false, 9,        -1,       -1,       ac05000009010101",
        "true,  -1,       -1,       9,        ae05000009010101",
        "false, -1,       -1,       -1,       ac020101"
    })
    void eachCounterHasItsPlace(boolean ect1First, int ect0, int ce, int ect1, String hex) {
        AccEcnOption option = new AccEcnOption(ect1First, ect0, ce, ect1);
        TcpOptions options = TcpOptions.NONE.with(option);

        byte[] bytes = options.toBytes();

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(hex);
        assertThat(options.bytes()).isEqualTo(bytes.length);
        TcpOptions read = TcpOptions.read(ByteBuffer.wrap(bytes), 0, bytes.length);
        assertThat(read.accEcn()).isEqualTo(option);
    }

    /** Of a length between, whole counters count; a length beyond the header does not. */
    @Test
    void aStrangeLengthIsReadAsFarAsItGoes() {
        byte[] bytes = HexFormat.of().parseHex("ac0700000500000601");

        assertThat(TcpOptions.read(ByteBuffer.wrap(bytes), 0, 9).accEcn())
                .isEqualTo(new AccEcnOption(false, 5, -1, -1));
        assertThat(TcpOptions.read(ByteBuffer.wrap(bytes), 0, 6).accEcn()).isNull();
    }

    @Test
    void theLastCounterIsLeftOut() {
        assertThat(new AccEcnOption(false, 1, 2, 3).shortened())
                .isEqualTo(new AccEcnOption(false, 1, 2, -1));
        assertThat(new AccEcnOption(true, 1, 2, 3).shortened())
                .isEqualTo(new AccEcnOption(true, -1, 2, 3));
    }
}
