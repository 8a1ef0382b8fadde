// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program leaves at least two of Tofino 1's twelve stages to what others add to it. */
class TofinoStagesTest {

    @ParameterizedTest
    @ValueSource(strings = {"tofino", "tofino2"})
    void needsTenStagesAtMost(String target) throws IOException {
        String resource = "tna/" + target + "/resources.json";
        try (InputStream in = TofinoStagesTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            JsonNode stages =
                    new ObjectMapper()
                            .readTree(in)
                            .path("resources")
                            .path("mau")
                            .path("mau_stages");
            assertThat(stages.size()).isBetween(1, 10);
        }
    }
}
