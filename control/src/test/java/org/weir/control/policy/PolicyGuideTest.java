// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.rules.ChecksCommittedFile;

/** The policy and the messages that {@code docs/how-to/write-a-policy.md} shows are true. */
@ChecksCommittedFile
class PolicyGuideTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String guide;
    private static String policy;

    @BeforeAll
    static void readGuide() throws IOException {
        guide = Files.readString(Path.of("../docs/how-to/write-a-policy.md"));
        Matcher block = Pattern.compile("(?s)```json\n(.*?)```").matcher(guide);
        assertThat(block.find()).isTrue();
        policy = block.group(1);
    }

    @Test
    void thePolicyIsTheDeliveredOne() throws IOException {
        JsonNode shown = JSON.readTree(policy);
        assertThat(PolicyReader.read(shown, "guide").classes()).hasSize(3);
        assertThat(shown)
                .isEqualTo(
                        JSON.readTree(Path.of("../netcfg/office/onos.json").toFile())
                                .at("/apps/org.weir.app/weir"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "p99DelayMs ! delay",
                "\"protocol\": \"udp\", \"destination\" ! \"destination\"",
                "\"voice\", \"bulk\"] ! \"vioce\", \"bulk\"]",
                "\"capacityPackets\": 256 ! \"capacityPackets\": 4",
            })
    void theMessagesAreTheReaders(String right, String wrong) throws IOException {
        assertThat(policy).contains(right);
        JsonNode broken = JSON.readTree(policy.replace(right, wrong));
        PolicyException refusal =
                catchThrowableOfType(
                        PolicyException.class, () -> PolicyReader.read(broken, "guide"));
        String message = refusal.field() + ": " + refusal.rule();
        String shown = message.replaceAll("lossFraction.*", "…");
        assertThat(guide).contains("| `" + shown + "` |");
    }
}
