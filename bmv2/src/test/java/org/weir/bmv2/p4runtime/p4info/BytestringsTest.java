// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.rpc.RequestException;

class BytestringsTest {

    /** The specification's table of valid encodings of unsigned values. */
    @ParameterizedTest
    @CsvSource({
        "8, 63, 63",
        "16, 0063, 63",
        "16, 63, 63",
        "16, 3064, 3064",
        "16, 003064, 3064",
        "12, 0063, 63",
        "12, 63, 63",
        "12, 000063, 63",
        "1, 00, 00",
        "1, 0001, 01",
        "128, 00, 00"
    })
    void takesAnyLengthAndSendsTheShortest(int width, String sent, String canonical) {
        byte[] value = Bytestrings.decode(bytes(sent), width, "x");
        assertThat(value).hasSize((width + 7) / 8);
        assertThat(Bytestrings.encode(value)).isEqualTo(bytes(canonical));
    }

    /** The specification's table of invalid encodings of unsigned values. */
    @ParameterizedTest
    @CsvSource({"8, 0163", "16, 010063", "12, 1063", "12, 010063", "12, 004063", "1, 02"})
    void refusesWhatDoesNotFit(int width, String sent) {
        assertThatThrownBy(() -> Bytestrings.decode(bytes(sent), width, "table t, field f"))
                .isInstanceOf(RequestException.class)
                .hasMessage("table t, field f: 0x" + sent + " does not fit in " + width + " bits");
    }

    @Test
    void refusesTheEmptyString() {
        assertThatThrownBy(() -> Bytestrings.decode(ByteString.EMPTY, 8, "f"))
                .hasMessageContaining("f: the value is empty");
        assertThatThrownBy(() -> Bytestrings.decodeSigned(ByteString.EMPTY, 8, "f"))
                .hasMessageContaining("empty");
    }

    /** The specification's table of valid encodings of signed values. */
    @ParameterizedTest
    @CsvSource({
        "8, 63, 63, 63",
        "8, 9d, 9d, 9d",
        "8, ff9d, 9d, 9d",
        "12, fd1d, fd1d, 0d1d",
        "16, 0000, 00, 0000",
        "16, 00, 00, 0000",
        "12, ff, ff, 0fff"
    })
    void extendsSigns(int width, String sent, String canonical, String inSwitch) {
        byte[] value = Bytestrings.decodeSigned(bytes(sent), width, "x");
        assertThat(HexFormat.of().formatHex(value)).isEqualTo(inSwitch);
        assertThat(Bytestrings.encodeSigned(value, width)).isEqualTo(bytes(canonical));
    }

    /** The specification's table of invalid encodings of signed values. */
    @ParameterizedTest
    @CsvSource({"8, 009d", "12, 8d1d", "12, 0800", "8, 0080"})
    void refusesSignedValuesThatDoNotFit(int width, String sent) {
        assertThatThrownBy(() -> Bytestrings.decodeSigned(bytes(sent), width, "x"))
                .hasMessageContaining("does not fit");
    }

    @Test
    void signedValuesComeBackAsTheyWent() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int width = 1 + random.nextInt(140);
            BigInteger value = new BigInteger(width, random);
            if (value.testBit(width - 1)) {
                value = value.subtract(BigInteger.ONE.shiftLeft(width));
            }
            ByteString sent = ByteString.copyFrom(value.toByteArray());
            byte[] inSwitch = Bytestrings.decodeSigned(sent, width, "x");
            assertThat(new BigInteger(1, inSwitch))
                    .isEqualTo(value.mod(BigInteger.ONE.shiftLeft(width)));
            // Java's own encoding is the shortest two's complement, too.
            assertThat(Bytestrings.encodeSigned(inSwitch, width)).isEqualTo(sent);
        }
    }

    private static ByteString bytes(String hex) {
        return ByteString.copyFrom(HexFormat.of().parseHex(hex));
    }
}
