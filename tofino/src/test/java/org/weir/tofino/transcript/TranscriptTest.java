// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.server.BfRtTestServer;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * The BF Runtime server of the tests gives each answer that Intel's drivers gave. The transcripts
 * {@code bfrt-transcript-tf1.txt} and {@code bfrt-transcript-tf2.txt} were recorded on a {@code
 * bf_switchd} that had just started, with Intel's models of Tofino 1 and 2:
 *
 * <pre>
 * mvn -pl tofino -am test -Dtest=TranscriptTest -Dweir.bfrt=grpc://127.0.0.1:50052 -Dweir.write=true
 * </pre>
 */
@Timeout(3600)
class TranscriptTest {
    private static final int CLIENT = 1906;
    private static final int PREPARING_CLIENT = 1908;
    private static final int ANSWER_MS = 300_000;
    private static final int FEWEST_CALLS = 100;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = TranscriptTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** Name of the transcript of a generation, {@code tf1} or {@code tf2}. */
    private static String file(String generation) {
        return "bfrt-transcript-" + generation + ".txt";
    }

    private static CallText names(String generation) throws IOException {
        return new CallText(
                new EntryText(List.of(resource("/fixed-tables-" + generation + ".json"))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theServerOfTheTestsAnswersAsIntelsDid(int generation) throws Exception {
        List<String> lines = Transcript.lines("/" + file("tf" + generation));
        List<String> different = new ArrayList<>();
        try (BfRtTestServer server = new BfRtTestServer(generation, 0);
                BfRtSession subscribed = BfRtSession.open(server.address(CLIENT), ANSWER_MS);
                Transcript transcript =
                        new Transcript(subscribed.address(), names("tf" + generation))) {
            for (int i = 0; i < lines.size(); i += 2) {
                JsonNode request = Transcript.parse(lines.get(i).substring(2));
                JsonNode recorded = Transcript.parse(lines.get(i + 1).substring(2));
                // Numbers are equal as text: a parsed one may be an int or a long.
                JsonNode given = Transcript.parse(transcript.answer(request).toString());
                if (!given.equals(recorded)) {
                    different.add(
                            "> " + request + "\n  Intel's: " + recorded + "\n  ours:    " + given);
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(lines).hasSizeGreaterThan(2 * FEWEST_CALLS);
    }

    @Test
    void isRecorded() throws Exception {
        String real = System.getProperty("weir.bfrt");
        assumeTrue(real != null, "no switch: -Dweir.bfrt=grpc://HOST:PORT names none");
        BfRtAddress parsed = BfRtAddress.parse(real);
        BfRtAddress preparing =
                new BfRtAddress(parsed.host(), parsed.port(), parsed.deviceId(), PREPARING_CLIENT);
        String generation;
        try (BfRtSession session = BfRtSession.open(preparing, ANSWER_MS)) {
            generation = new TrafficManagerTables(session).generation();
            RecordedSession.prepare(session);
        }
        List<String> lines;
        try (RecordingProxy proxy = new RecordingProxy(parsed, names(generation));
                Transcript raw = new Transcript(proxy.address(CLIENT), names(generation))) {
            RecordedSession.run(proxy, CLIENT, raw::answer);
            lines = proxy.lines();
        }
        if (Boolean.getBoolean("weir.write")) {
            Files.write(Path.of("src/test/resources", file(generation)), lines);
        }
        assertThat(lines)
                .isEqualTo(
                        new String(resource("/" + file(generation)), StandardCharsets.UTF_8)
                                .lines()
                                .collect(Collectors.toList()));
    }
}
