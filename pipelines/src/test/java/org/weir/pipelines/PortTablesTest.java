// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Every port with managed queues finds room in the tables that have an entry for each port. */
class PortTablesTest {

    /** Rows of settings of a class: one in force, and one that is written. */
    private static final int GENERATIONS = 2;

    private static final Set<String> ENTRY_FOR_EACH_PORT =
            Set.of(
                    WeirIngress.QueueSettings.GENERATIONS,
                    WeirEgress.Telemetry.REPORTING,
                    WeirEgress.Aqm.SCHEMES,
                    WeirIngress.Rpm.ACK_PORTS,
                    WeirIngress.ActivityAqm.PORTS,
                    WeirIngress.Edge.PORT_KINDS);

    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void haveRoomForEveryManagedPort(Platform platform) throws IOException {
        long ports = LongStream.rangeClosed(0, P4Limits.MAX_PORT).filter(platform::managed).count();
        Map<String, Long> sizes = sizes(platform.folder() + "/weir.p4info.txtpb");

        assertThat(sizes.get(WeirIngress.QueueSettings.SETTINGS))
                .isGreaterThanOrEqualTo(ports * P4Limits.CLASS_COUNT * GENERATIONS);
        assertThat(sizes).containsKey(WeirIngress.QueueSettings.GENERATIONS);
        assertThat(sizes.keySet().stream().filter(ENTRY_FOR_EACH_PORT::contains))
                .allSatisfy(
                        table ->
                                assertThat(sizes.get(table))
                                        .as(table)
                                        .isGreaterThanOrEqualTo(ports));
    }

    private static Map<String, Long> sizes(String resource) throws IOException {
        try (InputStream in = PortTablesTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(new InputStreamReader(in, StandardCharsets.UTF_8), info);
            return info.getTablesList().stream()
                    .collect(
                            Collectors.toMap(
                                    table -> table.getPreamble().getName(),
                                    table -> table.getSize()));
        }
    }
}
