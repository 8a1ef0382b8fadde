// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.control.policy.PolicyReader;
import org.weir.tofino.cli.TofinoCommand;
import org.weir.tofino.stratum.proto.ChassisConfig;
import org.weir.tofino.stratum.proto.SingletonPort;
import org.weir.tofino.stratum.proto.TofinoConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.ApplicationPool;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.Baf;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.PoolConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.QueueConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.QueueConfig.QueueMapping;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.SchedulingPriority;

/** The configuration for Stratum keeps Stratum's rules and the policy's. */
class StratumConfigTest {
    private static final String POLICY =
            "{'port': {'capacityPackets': 200}, 'ports': [{'device': 'd', 'port': 2,"
                    + " 'rateBps': 1000000000}], 'classes': ["
                    + "{'name': 'voice', 'kind': 'A', 'importance': 3,"
                    + " 'targets': {'minRateBps': 100000000, 'maxRateBps': 2000000000}},"
                    + "{'name': 'bulk', 'importance': 1}]}";
    private static final String CHASSIS =
            "{'name': 'leaf', 'device': 'd', 'ports': ["
                    + "{'id': 1, 'connector': 7, 'speedBps': 10000000000, 'fec': 'on'},"
                    + "{'id': 2, 'connector': 8, 'channel': 4, 'speedBps': 10000000000,"
                    + " 'autoneg': 'off', 'mtu': 9000}]}";

    @TempDir Path folder;

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ChassisConfig config(String policy, String chassis, Asic asic) {
        return StratumConfig.of(
                PolicyReader.read(json(policy), "policy"),
                "policy",
                SwitchDescription.read(json(chassis), "chassis", asic),
                asic);
    }

    private static TofinoQosConfig qos(ChassisConfig config) {
        return config.getVendorConfig().getTofinoConfig().getNodeIdToQosConfigOrThrow(1);
    }

    @Test
    void portsAreThoseOfTheSwitch() {
        ChassisConfig config = config(POLICY, CHASSIS, Asic.TOFINO2);

        assertThat(config.getChassis().getPlatform().getNumber()).isEqualTo(15);
        assertThat(config.getNodes(0).getId()).isEqualTo(1);
        SingletonPort second = config.getSingletonPorts(1);
        assertThat(second.getName()).isEqualTo("8/4");
        assertThat(second.getPort()).isEqualTo(8);
        assertThat(second.getChannel()).isEqualTo(4);
        assertThat(second.getSpeedBps()).isEqualTo(10_000_000_000L);
        assertThat(second.getConfigParams().getMtu()).isEqualTo(9000);
        assertThat(second.getConfigParams().getAutonegValue()).isEqualTo(2);
        assertThat(second.getConfigParams().getFecModeValue()).isEqualTo(2);
        assertThat(config.getSingletonPorts(0).getConfigParams().getFecModeValue()).isEqualTo(1);
    }

    @Test
    void queuesHaveTheSharesThatThePolicyPromises() {
        QueueConfig first = qos(config(POLICY, CHASSIS, Asic.TOFINO)).getQueueConfigs(0);

        assertThat(first.getPort()).isEqualTo(1);
        assertThat(first.getQueueMappingList())
                .as("Stratum wants them all, from 0 on")
                .extracting(QueueMapping::getQueueId)
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        // 0.1 of 10 Gbit/s, and three quarters of what is left: 7.525 to 2.475.
        double voice = first.getQueueMapping(0).getWeight();
        double bulk = first.getQueueMapping(1).getWeight();
        assertThat(voice / (voice + bulk)).isBetween(0.7524, 0.7526);
        assertThat(first.getQueueMapping(0).getPriority()).isEqualTo(SchedulingPriority.PRIO_0);
        assertThat(first.getQueueMapping(0).getMaxRateBytes().getRateBps())
                .isEqualTo(2_000_000_000L);
        assertThat(first.getQueueMapping(1).hasMaxRateBytes()).isFalse();
        assertThat(first.getQueueMapping(5).getWeight()).isEqualTo(1);
        assertThat(first.getQueueMapping(7).getPriority()).isEqualTo(SchedulingPriority.PRIO_7);
        assertThat(first.getQueueMappingList())
                .allSatisfy(q -> assertThat(q.getPriority().getNumber()).isPositive())
                .allSatisfy(q -> assertThat(q.getBaf()).isEqualTo(Baf.DISABLE_BAF));
    }

    @Test
    void theBufferIsSplitAndEachPoolHoldsItsLargestQueue() {
        for (Asic asic : Asic.values()) {
            TofinoQosConfig qos = qos(config(POLICY, CHASSIS, asic));
            long sum = 0;
            for (PoolConfig pool : qos.getPoolConfigsList()) {
                sum += pool.getPoolSize();
                int largest =
                        qos.getQueueConfigsList().stream()
                                .flatMap(port -> port.getQueueMappingList().stream())
                                .filter(queue -> queue.getPool() == pool.getPool())
                                .mapToInt(QueueMapping::getBaseUseLimit)
                                .max()
                                .orElseThrow();
                assertThat(largest).isPositive().isLessThanOrEqualTo(pool.getPoolSize());
            }
            assertThat(sum).isLessThanOrEqualTo((long) (asic.bufferCells() * 0.95));
            assertThat(sum).isGreaterThan((long) (asic.bufferCells() * 0.949));
            assertThat(qos.getQueueConfigs(0).getQueueMapping(0).getPool())
                    .isEqualTo(ApplicationPool.EGRESS_APP_POOL_0);
        }
    }

    @Test
    void aPortThatThePolicySlowsDownIsShaped() {
        TofinoConfig tofino =
                config(POLICY, CHASSIS, Asic.TOFINO).getVendorConfig().getTofinoConfig();

        assertThat(tofino.getNodeIdToPortShapingConfigOrThrow(1).getPerPortShapingConfigsMap())
                .containsOnlyKeys(2)
                .extractingByKey(2)
                .extracting(shape -> shape.getByteShaping().getRateBps())
                .isEqualTo(1_000_000_000L);
    }

    @Test
    void whatDoesNotFitIsNamed() {
        assertThatThrownBy(() -> config(POLICY, CHASSIS.replace("10000000000", "9"), Asic.TOFINO))
                .hasMessageStartingWith("chassis: ports[0].speedBps: must be one of 10000000000")
                .hasMessageEndingWith("on tofino, was 9");
        assertThatThrownBy(
                        () ->
                                config(
                                        POLICY,
                                        CHASSIS.replace("'channel': 4", "'channel': 5"),
                                        Asic.TOFINO))
                .hasMessageContaining("ports[1].channel: must be a whole number from 0 to 4");
        assertThatThrownBy(() -> config(POLICY, CHASSIS.replace("'id': 2", "'id': 1"), Asic.TOFINO))
                .hasMessageContaining("ports[1].id: names port 1 twice");
        assertThatThrownBy(
                        () ->
                                config(
                                        POLICY.replace("1000000000}", "90000000}"),
                                        CHASSIS,
                                        Asic.TOFINO))
                .hasMessageContaining("policy: classes.targets.minRateBps")
                .hasMessageContaining("d/2 must have more than that, has 90000000");
        assertThatThrownBy(
                        () ->
                                config(
                                        POLICY.replace("1000000000}", "20000000000}"),
                                        CHASSIS,
                                        Asic.TOFINO))
                .hasMessageContaining("policy: ports.rateBps: of d/2 must be at most");
        assertThatThrownBy(() -> config(POLICY.replace("200}", "60000}"), CHASSIS, Asic.TOFINO))
                .hasMessageContaining("policy: port.capacityPackets")
                .hasMessageContaining("must be at most 252928 on leaf");
    }

    @Test
    void theCommandWritesWhatStratumCanRead() throws IOException {
        Path policy = folder.resolve("policy.json");
        Path chassis = folder.resolve("chassis.json");
        Files.writeString(
                policy,
                "{'apps': {'org.weir.app': {'weir': @}}}"
                        .replace('\'', '"')
                        .replace("@", POLICY.replace('\'', '"')));
        Files.writeString(chassis, CHASSIS.replace('\'', '"'));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, java.nio.charset.StandardCharsets.UTF_8);

        int code =
                TofinoCommand.run(
                        out,
                        out,
                        "stratum",
                        "--policy",
                        policy.toString(),
                        "--chassis",
                        chassis.toString(),
                        "--target",
                        "tofino2",
                        "--out",
                        folder.resolve("new/out").toString());

        assertThat(code).as(said.toString()).isZero();
        String text = Files.readString(folder.resolve("new/out/chassis_config.pb.txt"));
        ChassisConfig config = config(POLICY, CHASSIS, Asic.TOFINO2);
        assertThat(TextFormat.parse(text, ChassisConfig.class)).isEqualTo(config);
        String queues = Files.readString(folder.resolve("new/out/tofino_qos.pb.txt"));
        assertThat(queues).startsWith("vendor_config {").doesNotContain("singleton_ports");
        assertThat(TextFormat.parse(queues, ChassisConfig.class).getVendorConfig())
                .isEqualTo(config.getVendorConfig());
    }

    @Test
    void aWrongCommandSaysWhatIsWrong() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, java.nio.charset.StandardCharsets.UTF_8);

        assertThat(TofinoCommand.run(err, err, "stratum", "--target", "tofino3"))
                .isEqualTo(TofinoCommand.BAD_INPUT);
        assertThat(said.toString()).contains("--target must be tofino or tofino2, was 'tofino3'");
        assertThat(TofinoCommand.run(err, err, "stratum", "--policy", "/none"))
                .isEqualTo(TofinoCommand.BAD_INPUT);
        assertThat(said.toString()).contains("/none: no such file");
        assertThat(TofinoCommand.run(err, err, "queues", "--bfrt", "grpc://x", "--dev-port", "512"))
                .isEqualTo(TofinoCommand.BAD_INPUT);
        assertThat(said.toString()).contains("--dev-port must be 0 to 511, was '512'");
    }

    /** Names, numbers and types as Stratum's common.proto has them. */
    @Test
    void namesAndNumbersAreStratums() {
        assertThat(fields(ChassisConfig.getDescriptor().getFields()))
                .containsExactly(
                        "description=1",
                        "chassis=2",
                        "nodes=3",
                        "singleton_ports=4",
                        "vendor_config=7");
        assertThat(fields(SingletonPort.getDescriptor().getFields()))
                .containsExactly(
                        "id=1",
                        "name=2",
                        "slot=3",
                        "port=4",
                        "channel=5",
                        "speed_bps=6",
                        "config_params=8",
                        "node=9");
        assertThat(fields(TofinoConfig.getDescriptor().getFields()))
                .containsExactly("node_id_to_port_shaping_config=1", "node_id_to_qos_config=3");
        assertThat(fields(PoolConfig.getDescriptor().getFields()))
                .containsExactly(
                        "pool=1",
                        "pool_size=2",
                        "enable_color_drop=3",
                        "color_drop_limit_green=4",
                        "color_drop_limit_yellow=5",
                        "color_drop_limit_red=6");
        assertThat(fields(QueueConfig.getDescriptor().getFields()))
                .containsExactly("port=1", "sdk_port=2", "queue_mapping=3");
        assertThat(fields(QueueMapping.getDescriptor().getFields()))
                .containsExactly(
                        "queue_id=1",
                        "priority=2",
                        "weight=3",
                        "minimum_guaranteed_cells=4",
                        "pool=5",
                        "base_use_limit=6",
                        "baf=7",
                        "hysteresis=8",
                        "max_rate_packets=9",
                        "max_rate_bytes=10",
                        "min_rate_packets=11",
                        "min_rate_bytes=12");
        assertThat(values(ApplicationPool.getDescriptor().getValues()))
                .contains("EGRESS_APP_POOL_0=5", "EGRESS_APP_POOL_3=8");
        assertThat(values(SchedulingPriority.getDescriptor().getValues()))
                .contains("PRIO_0=1", "PRIO_7=8");
        assertThat(values(Baf.getDescriptor().getValues())).contains("DISABLE_BAF=10");
    }

    private static List<String> fields(List<FieldDescriptor> fields) {
        return fields.stream()
                .map(field -> field.getName() + "=" + field.getNumber())
                .collect(Collectors.toList());
    }

    private static List<String> values(List<EnumValueDescriptor> values) {
        return values.stream()
                .map(value -> value.getName() + "=" + value.getNumber())
                .collect(Collectors.toList());
    }
}
