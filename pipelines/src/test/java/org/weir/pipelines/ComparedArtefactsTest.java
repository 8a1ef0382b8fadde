// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of compiled programs by {@code ./weir p4 --check}, function same in p4.sh. */
class ComparedArtefactsTest {

    @TempDir private Path folder;

    @Test
    void logsAndDescriptionsAreComparedWithoutOrderAndBuild() throws Exception {
        String committed =
                "{\n"
                        + "\"build_date\":\"\",\n"
                        + "\"compiler_version\":\"9.13.4 (34b86e9bac)\",\n"
                        + "\"tables\":[{\"name\":\"a\",\"size\":1},{\"name\":\"b\",\"size\":2}]\n"
                        + "}\n";
        String made =
                "{\n"
                        + "\"build_date\":\"\",\n"
                        + "\"compiler_version\":\"9.13.4 ()\",\n"
                        + "\"tables\":[{\"name\":\"b\",\"size\":2},{\"name\":\"a\",\"size\":1}]\n"
                        + "}\n";
        for (String file : new String[] {"context.json", "bf-rt.json", "resources.json"}) {
            assertThat(same(file, committed, made)).as(file).isTrue();
            assertThat(same(file, committed, made.replace("\"size\":2", "\"size\":3")))
                    .as(file)
                    .isFalse();
        }
        assertThat(same("weir.json", committed, made)).isFalse();
    }

    @Test
    void idOfTheTableOfSnapshotsIsIgnored() throws Exception {
        String committed = "{\"tables\":[{\"name\":\"pipe.snapshot.cfg\",\"id\":1,\"size\":12}]}\n";
        assertThat(same("bf-rt.json", committed, committed.replace("\"id\":1", "\"id\":2")))
                .isTrue();
        assertThat(same("bf-rt.json", committed, committed.replace("12", "13"))).isFalse();
    }

    @Test
    void assemblyIsComparedWithoutTheRun() throws Exception {
        String committed = "version:\n  run_id: \"1\"\n  target: Tofino\n";
        assertThat(same("weir.bfa", committed, committed.replace("\"1\"", "\"2\""))).isTrue();
        assertThat(same("weir.bfa", committed, committed.replace("Tofino", "JBay"))).isFalse();
    }

    @Test
    void binaryIsComparedBehindItsHeader() throws Exception {
        String committed = "version 9.13.4 (34b86e9bac) run_id 1 stages 12 registers 0123";
        String made = "version 9.13.4 () run_id 2 stages 12 registers 0123";
        assertThat(same("tofino.bin", committed, made)).isTrue();
        assertThat(same("tofino.bin", committed, made.replace("0123", "0124"))).isFalse();
    }

    private boolean same(String file, String committed, String made) throws Exception {
        Path first = write("committed", file, committed);
        Path second = write("made", file, made);
        Process process =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "made=$1; set --; . ../config/p4.sh; same \"$0\" \"$made\"",
                                first.toString(),
                                second.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("output"))).isEmpty();
        return process.exitValue() == 0;
    }

    private Path write(String place, String file, String text) throws IOException {
        Path path = folder.resolve(place).resolve(file);
        Files.createDirectories(path.getParent());
        return Files.write(path, text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
