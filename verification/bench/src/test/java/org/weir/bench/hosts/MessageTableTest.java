// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bench.hosts.MessageTraffic.ClassMessages;
import org.weir.bench.hosts.MessageTraffic.Measured;
import org.weir.bench.messages.EmptyNetwork;
import org.weir.bench.messages.MessageArrivals.Arrival;
import org.weir.bench.messages.MessageSizes;
import org.weir.bench.messages.SentMessage;
import org.weir.bench.messages.SentMessage.End;

class MessageTableTest {
    private static final String SAMPLE =
            "{\"timeSeconds\": 5, \"ports\": [{\"device\": \"device:s1\", \"port\": 4, \"classes\":"
                    + " [{\"name\": \"A\", \"weight\": 0.5, \"targetRateBps\": 4750000,"
                    + " \"delayMs\": {\"p99\": 12.34}}]}]}\n";

    private static ClassMessages messages(List<SentMessage> messages, double goodputBps) {
        return new ClassMessages(
                messages,
                goodputBps,
                new SentSegments(200, 3),
                Optional.of(new IOException("Connection reset")));
    }

    @Test
    void rowsHaveTheFiguresOfTheirClassesAndSizes(@TempDir Path folder) throws IOException {
        Path json = Files.writeString(folder.resolve("samples.json"), SAMPLE);
        // Slowdown 1 is two round trips of 2.5 ms and a packet on each line: 8.6336 ms.
        EmptyNetwork path =
                new EmptyNetwork(List.of(10_000_000L, 10_000_000L, 10_000_000L), 2_500_000);
        Arrival small = new Arrival(0, 0, 1448);
        List<SentMessage> some =
                List.of(
                        new SentMessage(small, End.FINISHED, 17_267_200),
                        new SentMessage(small, End.FAILED, 86_336_000),
                        new SentMessage(small, End.REFUSED, 0));
        Measured measured =
                new Measured(
                        List.of(
                                messages(some, 2e6),
                                messages(List.of(), 0),
                                messages(List.of(), 0)),
                        PortSamples.read(json, "device:s1", 4, 10),
                        0.01);
        StringWriter text = new StringWriter();

        new MessageTable(
                        new MessageSizes(List.of(1448L, 60_000L, 600_000L)),
                        List.of(path, path, path),
                        measured)
                .print(new PrintWriter(text), "messages");

        List<String> lines = text.toString().lines().map(MessageTableTest::squeezed).toList();
        assertThat(lines)
                .contains(
                        "messages: 2.00 Mb/s together",
                        "A 3 1 1 1 3.475 2.000 0.500 4.75 12.3 1.50 %",
                        "B 0 0 0 0 0.000 0.000 - - - 1.50 %",
                        "A small 1.4 2 17.3 86.3 2.00 10.00",
                        "A middle 60.0 0 - - - -",
                        "A all 2 17.3 86.3 2.00 10.00",
                        "class A: 1 of the unfinished failed; the first failure: Connection reset");
        assertThat(lines).noneMatch(line -> line.contains("class B:"));
    }

    private static String squeezed(String line) {
        return line.strip().replaceAll(" +", " ");
    }
}
