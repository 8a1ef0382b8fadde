// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.classifiers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.classifier.ClassifierCount;
import org.weir.app.classifier.ClassifierView;

class ClassifiersCommandTest {

    @Test
    void rulesAreInWordsAndUnknownIsNotZero() throws Exception {
        JsonNode rule = new ObjectMapper().readTree("{\"source\":\"10.0.0.0/8\",\"ports\":[1,2]}");
        JsonNode empty = new ObjectMapper().readTree("{}");

        List<String> lines =
                ClassifiersCommand.lines(
                        List.of(
                                new ClassifierView(1, "A", rule, ClassifierCount.of(12, 3400)),
                                new ClassifierView(2, "B", empty, ClassifierCount.uncounted()),
                                new ClassifierView(3, "C", null, ClassifierCount.NONE)));

        assertThat(lines.stream().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "match precedence class devices packets bytes",
                        "source=10.0.0.0/8 ports=[1,2] 1 A 1 12 3400",
                        "everything 2 B 1 - -",
                        "everything else 3 C 0 - -");
    }
}
