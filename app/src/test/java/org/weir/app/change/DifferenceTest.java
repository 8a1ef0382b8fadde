// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences of two policies, by path. */
class DifferenceTest {
    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1} | {'a':1} | ",
                "{'a':1} | {'a':2} | a: 1 > 2",
                "{'a':1,'b':[{'name':'x','v':1e6}]} | {'a':1.0,'b':[{'name':'x','v':1000000}]} | ",
                "{'a':{'b':1,'c':2}} | {'a':{'b':1,'d':3}} | a.c: 2 > null, a.d: null > 3",
                "{} | {'a':{'b':1}} | a.b: null > 1",
                "{'a':{}} | {} | a: {} > null",
                "{'l':[1,2]} | {'l':[1,3,4]} | l[1]: 2 > 3, l[2]: null > 4",
                "{'l':[{'name':'x','v':1}]} | {'l':[{'name':'y'},{'name':'x','v':2}]} |"
                        + " l[x].v: 1 > 2, l[y].name: null > \"y\"",
                "{'l':[{'name':'x'},{'name':'y'}]} | {'l':[{'name':'y'},{'name':'x'}]} |"
                        + " l: [{\"name\":\"x\"},{\"name\":\"y\"}] > [{\"name\":\"y\"},{\"name\":\"x\"}]",
            })
    void everyFieldThatDiffersIsNamedOnce(String before, String after, String expected)
            throws IOException {
        StringBuilder found = new StringBuilder();
        for (Difference one : Difference.between(json(before), json(after))) {
            found.append(found.length() == 0 ? "" : ", ")
                    .append(one.path())
                    .append(": ")
                    .append(one.before())
                    .append(" > ")
                    .append(one.after());
        }
        assertThat(found).hasToString(expected == null ? "" : expected);
    }
}
