// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both programs fit into the ASICs' stages: twelve on Tofino 1, twenty on Tofino 2. */
class TofinoStagesTest {

    @ParameterizedTest
    @CsvSource({
        "tofino/weir, 12",
        "tofino/weir_abc, 12",
        "tofino2/weir, 20",
        "tofino2/weir_abc, 20"
    })
    void needsNoMoreStages(String program, int most) throws IOException {
        JsonNode stages =
                new ObjectMapper()
                        .readTree(Path.of("compiled/lab/tna", program, "resources.json").toFile())
                        .path("resources")
                        .path("mau")
                        .path("mau_stages");
        assertThat(stages.size()).isBetween(1, most);
    }
}
