// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksRecordedRun;
import org.weir.rules.GeneratedFile;

/**
 * The reference table of the prediction of delays: random ports, run by Weir's P4 program on Weir's
 * switch and by deficit weighted round robin. {@code ./weir write --runs} writes the table again;
 * otherwise some of its rows are run again and compared.
 */
@ChecksRecordedRun
class ReferencePortsTest {
    private static final Path TABLE =
            Path.of("../control/src/test/resources/org/weir/control/model/reference-ports.csv");
    private static final int PORTS = 400;
    private static final int CHECK_EVERY = 50;
    private static final int WINDOW_PACKET_TIMES = 1000;
    private static final int SHORT_PACKET_TIMES = 20;

    private static final String HEADER =
            "port,rateBps,class,packetBytes,arrivals,loadBps,share,limitPackets,dispersion,"
                    + "shortDispersion,packets,switchMeanMs,switchP99Ms,switchLoss,"
                    + "dwrrMeanMs,dwrrP99Ms,dwrrLoss";

    @Test
    void tableIsWhatTheSwitchDoes() throws Exception {
        GeneratedFile file = new GeneratedFile(TABLE, getClass());
        if (GeneratedFile.isWriting()) {
            List<String> lines = new ArrayList<>(List.of(HEADER));
            for (int number = 0; number < PORTS; number++) {
                lines.addAll(rows(number));
            }
            file.check(String.join("\n", lines) + "\n");
            return;
        }
        List<String> table = Files.readAllLines(TABLE);
        assertThat(table.get(0)).as(file.remedy()).isEqualTo(HEADER);
        for (int number = 0; number < PORTS; number += CHECK_EVERY) {
            assertThat(table).as(file.remedy()).containsSequence(rows(number));
        }
    }

    private static List<String> rows(int number) throws Exception {
        ReferencePort port = new ReferencePort(number);
        Outcome[] bySwitch = SwitchRun.of(port);
        Outcome[] byDwrr = DwrrRun.of(port);
        long packetNs = 8_000_000_000_000L / port.rateBps;
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < port.classes; i++) {
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "%d,%d,%d,%d,%s,%.0f,%.5f,%d,%.3f,%.3f,%d,%s,%s",
                            number,
                            port.rateBps,
                            i,
                            port.bytes[i],
                            port.processes[i].word(),
                            port.loadBps[i],
                            port.share(i),
                            port.settings.get(i).limitPackets(),
                            port.dispersion(i, WINDOW_PACKET_TIMES * packetNs),
                            port.dispersion(i, SHORT_PACKET_TIMES * packetNs),
                            bySwitch[i].arrived(),
                            values(bySwitch[i]),
                            values(byDwrr[i])));
        }
        return rows;
    }

    private static String values(Outcome one) {
        return String.format(
                Locale.ROOT, "%.5g,%.5g,%.4g", one.meanMs(), one.p99Ms(), one.lossFraction());
    }
}
