// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.engine.Stall;

/** The recorded table of Linux's figures: its runs, their means and their spread. */
class TcpTableTest {
    private static final TcpCase CASE = TcpCase.grid(List.of(10_000_000L), List.of(20)).get(0);

    @TempDir Path folder;

    private static TcpFigures run(double queuePackets, double resent, double windowSegments) {
        return new TcpFigures(
                9.5,
                queuePackets,
                resent,
                resent + 1,
                2,
                List.of(new Stall(1_500_000_000, 1_250_000)),
                List.of(List.of(new double[] {0.5, windowSegments})));
    }

    private static TcpTable.Row row(List<TcpFigures> runs) {
        return new TcpTable.Row(CASE, TcpFigures.mean(runs), runs, run(7, 3, 12));
    }

    private static String printed(TcpTable.Row row) {
        StringWriter text = new StringWriter();
        row.print(new PrintWriter(text));
        return text.toString().strip().replaceAll(" +", " ");
    }

    @Test
    void keepsTheRunsBesideTheirMeans() throws IOException {
        Path file = folder.resolve("tcp-linux.json");
        List<TcpFigures> runs = List.of(run(4, 10, 30), run(6, 14, 31), run(8, 12, 32));
        new TcpTable("6.18", new RunTimes(20, 5)).write(file, List.of(row(runs)));

        TcpTable read = TcpTable.read(file);

        assertThat(read.linux(CASE.name()).queuePackets()).isEqualTo(6);
        assertThat(read.linux(CASE.name()).windows().get(0).get(0)).containsExactly(0.5, 30);
        List<TcpFigures> again = read.runs(CASE.name());
        assertThat(again).extracting(TcpFigures::queuePackets).containsExactly(4.0, 6.0, 8.0);
        assertThat(again).extracting(TcpFigures::resent).containsExactly(10.0, 14.0, 12.0);
        assertThat(again.get(2).stalls()).containsExactly(new Stall(1_500_000_000, 1_250_000));
        assertThat(TcpFigures.deviation(again, TcpFigures::queuePackets))
                .isEqualTo(2, within(1e-9));
    }

    @Test
    void printsTheSpreadOfSeveralRunsOnly() {
        assertThat(printed(row(List.of(run(4, 10, 30), run(6, 14, 31), run(8, 12, 32)))))
                .contains(" 6.00 2.0 7.00 1.17 ")
                .contains(" 12 2.0 3 0.25 ");
        assertThat(printed(row(List.of(run(4, 10, 30))))).contains(" 4.00 - 7.00 1.75 ");
    }
}
