// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of documents, without which a short one keeps a thread busy for minutes. */
class StrictJsonTest {

    private static String nested(int depth) {
        return "{\"a\":".repeat(depth / 2)
                + "[".repeat(depth - depth / 2)
                + "]".repeat(depth - depth / 2)
                + "}".repeat(depth / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 1000, 500_000})
    void refusesDeepNestingByItsRule(int depth) throws IOException {
        assertThat(StrictJson.read(nested(64)).size()).isEqualTo(1);
        assertThatThrownBy(() -> StrictJson.read(nested(depth)))
                .isInstanceOf(JsonProcessingException.class)
                .hasMessageContaining("objects and arrays must not be nested more than 64 deep");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0.", "-", "1e", "-0.0"})
    void refusesLongNumbersByTheirRule(String start) throws IOException {
        String longest = start + "1".repeat(40 - start.length());
        assertThat(StrictJson.read("[" + longest + "]").get(0).isNumber()).isTrue();
        for (String number : new String[] {longest + "1", longest + "1".repeat(50_000)}) {
            assertThatThrownBy(() -> StrictJson.read("{\"a\": [1, " + number + "]}"))
                    .isInstanceOf(JsonProcessingException.class)
                    .hasMessageContaining("a number must have at most 40 characters");
        }
    }

    /** Text is no number. */
    @Test
    void readsLongTexts() throws IOException {
        String text = "1".repeat(100_000);
        assertThat(StrictJson.read("\"" + text + "\"").textValue()).isEqualTo(text);
    }

    @Test
    void limitsHoldInEachEncoding() {
        String document = "[" + "1".repeat(41) + "]";
        for (Charset encoding :
                List.of(
                        StandardCharsets.UTF_8,
                        StandardCharsets.UTF_16BE,
                        StandardCharsets.UTF_16LE)) {
            assertThatThrownBy(() -> StrictJson.read(document.getBytes(encoding)))
                    .hasMessageContaining("40 characters");
        }
    }

    /** A reason names a place, and neither a class nor a switch of Jackson. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} {} | text follows the end of the document (line 1, column",
                "{\"a\": NaN} | NaN is no number of JSON (line 1, column",
                "{\"a\": -Infinity} | -Infinity is no number of JSON (line 1, column",
                "// x | JSON has no comments (line 1, column",
                "/* x */ {} | JSON has no comments (line 1, column",
                "\uFEFF{} | unexpected byte order mark (line 1, column",
                "{\"a\": yes} | unexpected word 'yes' (line 1, column",
                "{\"a\": 1 | Unexpected end-of-input",
                "{\"a\": 1, \"a\": 2} | Duplicate field 'a' (line 1, column",
                "{\"a\": 1,} | Unexpected character ('}' (code 125))",
                "[1 2] | Unexpected character ('2' (code 50))",
            })
    void aReasonIsInPlainWords(String document, String reason) {
        assertThatThrownBy(() -> StrictJson.read(document))
                .isInstanceOfSatisfying(
                        JsonProcessingException.class,
                        refusal ->
                                assertThat(StrictJson.fault(refusal))
                                        .startsWith(reason)
                                        .containsPattern("\\(line 1, column \\d+\\)$")
                                        .doesNotContain("Feature", "com.fasterxml", "Source")
                                        .doesNotContain("\n"));
    }
}
