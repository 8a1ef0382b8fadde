// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.weir.pipelines.platform.Platforms;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

class PipeconfsTest {

    private final Pipeconfs packed = new Pipeconfs();

    /** A compiled program for a Tofino, with v1model's P4Info, whose names are the same. */
    private static Map<String, byte[]> tofinoFiles(String asic) throws IOException {
        byte[] p4Info;
        try (InputStream in = Pipeconfs.class.getResourceAsStream("v1model/weir.p4info.txtpb")) {
            p4Info = in.readAllBytes();
        }
        Map<String, byte[]> files = new HashMap<>();
        byte[] binary = new byte[70_000];
        new Random(1).nextBytes(binary);
        files.put("tna/" + asic + "/weir/weir.p4info.txtpb", p4Info);
        files.put("tna/" + asic + "/weir/" + asic + ".bin", binary);
        files.put("tna/" + asic + "/weir/context.json", "{\"context\":1}".getBytes("UTF-8"));
        files.put("tna/" + asic + "/weir/bf-rt.json", "{\"tables\":[]}".getBytes("UTF-8"));
        return files;
    }

    private static Function<String, URL> in(Map<String, byte[]> files) {
        return path -> {
            try {
                return files.containsKey(path) ? MemoryUrl.of(path, files.get(path)) : null;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    @Test
    void v1modelCarriesWhatASwitchIsGiven() throws IOException {
        PiPipeconf pipeconf = packed.build(Bmv2Platform.BMV2);
        assertThat(pipeconf.id()).hasToString("org.weir.v1model");
        assertThat(text(pipeconf, ExtensionType.BMV2_JSON)).startsWith("{").contains("pipelines");
        assertThat(text(pipeconf, ExtensionType.P4_INFO_TEXT)).contains("WeirIngress.acl.acl");
        assertThat(text(pipeconf, ExtensionType.CPU_PORT_TXT)).isEqualTo("255");
        assertThat(pipeconf.extension(ExtensionType.RAW_DEVICE_CONFIG)).isEmpty();
    }

    @Test
    void tofinoCarriesWhatStratumAndItsDriverTake() throws IOException {
        Map<String, byte[]> files = tofinoFiles("tofino2");
        PiPipeconf pipeconf = new Pipeconfs(in(files)).build(Tofino2Platform.TOFINO2);
        assertThat(pipeconf.id()).hasToString("org.weir.t2na");
        assertThat(bytes(pipeconf, ExtensionType.TOFINO_BIN))
                .isEqualTo(files.get("tna/tofino2/weir/tofino2.bin"));
        assertThat(bytes(pipeconf, ExtensionType.TOFINO_CONTEXT_JSON))
                .isEqualTo(files.get("tna/tofino2/weir/context.json"));
        assertThat(pipeconf.extension(ExtensionType.BMV2_JSON)).isEmpty();

        // Read by protobuf itself, with the field numbers of Stratum's bf.proto.
        Map<Integer, ByteString> config = fields(bytes(pipeconf, ExtensionType.RAW_DEVICE_CONFIG));
        assertThat(config.get(1).toStringUtf8()).isEqualTo("weir");
        assertThat(config.get(2).toStringUtf8()).isEqualTo("{\"tables\":[]}");
        Map<Integer, ByteString> profile = fields(config.get(3).toByteArray());
        assertThat(profile.get(1).toStringUtf8()).isEqualTo("pipe");
        assertThat(profile.get(2).toStringUtf8()).isEqualTo("{\"context\":1}");
        assertThat(profile.get(3).toByteArray())
                .isEqualTo(files.get("tna/tofino2/weir/tofino2.bin"));
    }

    static List<Platform> tofinos() {
        return List.of(TofinoPlatform.TOFINO, Tofino2Platform.TOFINO2);
    }

    @ParameterizedTest
    @MethodSource("tofinos")
    void aProgramIsPackedOnlyWithAllItsFiles(Platform platform) throws IOException {
        Map<String, byte[]> whole =
                tofinoFiles(platform == TofinoPlatform.TOFINO ? "tofino" : "tofino2");
        assertThat(new Pipeconfs(in(whole)).isPacked(platform)).isTrue();
        for (String path : whole.keySet()) {
            Map<String, byte[]> rest = new HashMap<>(whole);
            rest.remove(path);
            Pipeconfs incomplete = new Pipeconfs(in(rest));
            assertThat(incomplete.isPacked(platform)).as("without " + path).isFalse();
            assertThat(incomplete.missing(platform)).containsExactly(path);
            assertThatThrownBy(() -> incomplete.build(platform))
                    .hasMessage(path + ": missing from the pipelines bundle");
        }
    }

    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void whatIsPackedCanBeBuilt(Platform platform) {
        assertThat(packed.isPacked(Bmv2Platform.BMV2)).isTrue();
        if (packed.isPacked(platform)) {
            PiPipeconf pipeconf = packed.build(platform);
            assertThat(pipeconf.id()).isEqualTo(platform.pipeconf());
            assertThat(pipeconf.hasBehaviour(PiPipelineInterpreter.class)).isTrue();
            assertThat(pipeconf.hasBehaviour(Pipeliner.class)).isTrue();
            assertThat(pipeconf.hasBehaviour(QueueCounters.class)).isTrue();
            assertThat(pipeconf.hasBehaviour(SwitchDropCounters.class)).isTrue();
        }
    }

    /** The folder becomes part of the bundle, which each ONOS of a cluster stores. */
    @Test
    void nothingIsPackedThatNoSwitchIsSent() throws IOException {
        Set<String> sent = new TreeSet<>();
        for (Platform platform : Platforms.all()) {
            sent.addAll(new Pipeconfs(path -> null).missing(platform));
        }
        Path folder = Path.of("compiled/onos");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(
                            files.filter(Files::isRegularFile)
                                    .map(folder::relativize)
                                    .map(Path::toString))
                    .containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    private static Map<Integer, ByteString> fields(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        Map<Integer, ByteString> found = new HashMap<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            found.put(WireFormat.getTagFieldNumber(tag), in.readBytes());
        }
        return found;
    }

    private static String text(PiPipeconf pipeconf, ExtensionType type) throws IOException {
        return new String(bytes(pipeconf, type), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(PiPipeconf pipeconf, ExtensionType type) throws IOException {
        try (InputStream in = pipeconf.extension(type).orElseThrow()) {
            return in.readAllBytes();
        }
    }
}
