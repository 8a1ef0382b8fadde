// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void binaryIsComparedWithoutBuildAndRun() throws Exception {
        byte[] committed = binary("9.13.4 (34b86e9bac)", "1", 0x0200_0000, 0x60);
        assertThat(same("tofino.bin", committed, binary("9.13.4 ()", "2", 0x0200_0000, 0x60)))
                .isTrue();
        assertThat(same("tofino.bin", committed, binary("9.13.4 ()", "2", 0x0200_0000, 0x40)))
                .isFalse();
        assertThat(same("tofino.bin", committed, binary("9.13.4 ()", "2", 0x0200_0004, 0x60)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0x02298168, 0x38, 0x58, 0x39", "0x02418158, 0x48, 0x08, 0x58"})
    void tableThroughWhichTheDriverReadsIsIgnored(
            String address, String value, String other, String different) throws Exception {
        int register = Integer.decode(address);
        byte[] committed = binary("", "", register, Integer.decode(value));
        assertThat(same("tofino.bin", committed, binary("", "", register, Integer.decode(other))))
                .isTrue();
        assertThat(
                        same(
                                "tofino.bin",
                                committed,
                                binary("", "", register, Integer.decode(different))))
                .isFalse();
    }

    @Test
    void brokenBinariesAreNotTheSame() throws Exception {
        byte[] binary = binary("", "", 0x0200_0000, 1);
        byte[] shorter = Arrays.copyOf(binary, binary.length - 1);
        assertThatThrownBy(() -> TofinoBinary.textOf(shorter))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(compare("tofino.bin", shorter, shorter)).isEqualTo(1);
    }

    /** A binary with one register and one word of memory. */
    private static byte[] binary(String compiler, String run, int address, int value) {
        ByteBuffer header = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0);
        putString(header, "compiler_version", compiler);
        putString(header, "run_id", run);
        putString(header, "target", "tofino");
        header.put((byte) 0).putInt(0, header.position());
        ByteBuffer binary = ByteBuffer.allocate(300).order(ByteOrder.LITTLE_ENDIAN);
        binary.put(tag('H')).put(header.array(), 0, header.position());
        binary.put(tag('R')).putInt(address).putInt(value);
        binary.put(tag('D')).putLong(0x21C80_0000L).putInt(32).putInt(1).putInt(0x0123);
        return Arrays.copyOf(binary.array(), binary.position());
    }

    private static void putString(ByteBuffer header, String name, String value) {
        header.put((byte) 2).put((name + "\0").getBytes(StandardCharsets.US_ASCII));
        header.putInt(value.length() + 1);
        header.put((value + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tag(char letter) {
        return new byte[] {0, 0, 0, (byte) letter};
    }

    private boolean same(String file, String committed, String made) throws Exception {
        return same(
                file,
                committed.getBytes(StandardCharsets.ISO_8859_1),
                made.getBytes(StandardCharsets.ISO_8859_1));
    }

    private boolean same(String file, byte[] committed, byte[] made) throws Exception {
        int exitValue = compare(file, committed, made);
        assertThat(Files.readString(folder.resolve("output"))).isEmpty();
        return exitValue == 0;
    }

    private int compare(String file, byte[] committed, byte[] made) throws Exception {
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
        return process.exitValue();
    }

    private Path write(String place, String file, byte[] content) throws IOException {
        Path path = folder.resolve(place).resolve(file);
        Files.createDirectories(path.getParent());
        return Files.write(path, content);
    }
}
