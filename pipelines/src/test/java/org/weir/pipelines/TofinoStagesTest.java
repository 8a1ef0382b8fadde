// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program fits into the ASICs' stages: twelve on Tofino 1, twenty on Tofino 2. */
class TofinoStagesTest {

    @ParameterizedTest
    @CsvSource({"tofino, 12", "tofino2, 20"})
    void needsNoMoreStages(String target, int most) throws IOException {
        JsonNode stages =
                new ObjectMapper()
                        .readTree(Path.of("compiled/lab/tna", target, "resources.json").toFile())
                        .path("resources")
                        .path("mau")
                        .path("mau_stages");
        assertThat(stages.size()).isBetween(1, most);
    }
}
