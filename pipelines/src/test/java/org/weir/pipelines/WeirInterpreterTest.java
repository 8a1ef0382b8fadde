// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.packet.Data;
import org.onlab.packet.Ethernet;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineInterpreter.PiInterpreterException;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.weir.pipelines.platform.Platforms;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.bmv2.V1ModelInterpreter;

class WeirInterpreterTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private final V1ModelInterpreter interpreter = new V1ModelInterpreter();
    private final PiPipelineModel model = new Pipeconfs().build(Bmv2Platform.BMV2).pipelineModel();

    @Test
    void mapsWhatPacketRequestsMatchOnToFieldsOfTheAccessList() {
        for (Criterion.Type type :
                Set.of(
                        Criterion.Type.ETH_TYPE,
                        Criterion.Type.ETH_DST,
                        Criterion.Type.IN_PORT,
                        Criterion.Type.IP_PROTO,
                        Criterion.Type.ICMPV6_TYPE,
                        Criterion.Type.IPV4_SRC,
                        Criterion.Type.IPV4_DST,
                        Criterion.Type.UDP_DST)) {
            assertThat(model.table(P4Names.TABLE_ACL).orElseThrow())
                    .satisfies(
                            acl ->
                                    assertThat(
                                                    acl.matchField(
                                                            interpreter
                                                                    .mapCriterionType(type)
                                                                    .orElseThrow()))
                                            .as(type.toString())
                                            .isPresent());
        }
        assertThat(interpreter.mapCriterionType(Criterion.Type.MPLS_LABEL)).isEmpty();
    }

    @Test
    void everyActionItMakesIsOneOfTheTable() throws PiInterpreterException {
        TrafficTreatment toPort =
                DefaultTrafficTreatment.builder().setOutput(PortNumber.portNumber(3)).build();
        TrafficTreatment drop = DefaultTrafficTreatment.builder().drop().build();
        for (PiTableId table :
                Set.of(
                        P4Names.TABLE_ACL,
                        P4Names.TABLE_IPV4_ROUTES,
                        P4Names.TABLE_IPV6_ROUTES,
                        P4Names.TABLE_NEXT_HOPS)) {
            assertIsOf(table, interpreter.mapTreatment(toPort, table));
            assertIsOf(table, interpreter.mapTreatment(drop, table));
        }
        TrafficTreatment punt = DefaultTrafficTreatment.builder().punt().build();
        assertIsOf(P4Names.TABLE_ACL, interpreter.mapTreatment(punt, P4Names.TABLE_ACL));
        assertThatThrownBy(() -> interpreter.mapTreatment(punt, P4Names.TABLE_IPV4_ROUTES))
                .isInstanceOf(PiInterpreterException.class);
    }

    private void assertIsOf(PiTableId table, PiAction action) {
        assertThat(model.table(table).orElseThrow().action(action.id()))
                .as(table + " " + action)
                .hasValueSatisfying(
                        found ->
                                assertThat(found.params())
                                        .extracting(param -> param.id())
                                        .containsExactlyInAnyOrderElementsOf(
                                                action.parameters().stream()
                                                        .map(param -> param.id())
                                                        .collect(Collectors.toList())));
    }

    @Test
    void packetOutsCarryTheWholeHeader() throws PiInterpreterException {
        TrafficTreatment treatment =
                DefaultTrafficTreatment.builder()
                        .setOutput(PortNumber.portNumber(5))
                        .setOutput(PortNumber.portNumber(300))
                        .build();
        Collection<PiPacketOperation> outs =
                interpreter.mapOutboundPacket(
                        new DefaultOutboundPacket(
                                DEVICE, treatment, ByteBuffer.wrap(new byte[] {1, 2, 3})));
        Set<String> header =
                model
                        .packetOperationModel(PiPacketOperationType.PACKET_OUT)
                        .orElseThrow()
                        .metadatas()
                        .stream()
                        .map(field -> field.id().id())
                        .collect(Collectors.toSet());
        assertThat(outs).hasSize(2);
        assertThat(outs)
                .allSatisfy(out -> assertThat(values(out)).containsOnlyKeys(header))
                .extracting(out -> values(out).get("egress_port"))
                .containsExactlyInAnyOrder(5L, 300L);
    }

    @Test
    void aPortThatDoesNotFitIsRefused() {
        TrafficTreatment treatment =
                DefaultTrafficTreatment.builder().setOutput(PortNumber.portNumber(512)).build();
        assertThatThrownBy(
                        () ->
                                interpreter.mapOutboundPacket(
                                        new DefaultOutboundPacket(
                                                DEVICE, treatment, ByteBuffer.wrap(new byte[14]))))
                .isInstanceOf(PiInterpreterException.class)
                .hasMessageContaining("512");
    }

    @Test
    void packetInsTellTheirPortWhateverTheLengthOfTheValue() throws Exception {
        for (byte[] port : new byte[][] {{7}, {0, 7}}) {
            InboundPacket packet = interpreter.mapInboundPacket(packetIn(port), DEVICE);
            assertThat(packet.receivedFrom().port()).isEqualTo(PortNumber.portNumber(7));
            assertThat(packet.parsed().getEtherType()).isEqualTo((short) (Ethernet.TYPE_ARP - 1));
        }
    }

    @Test
    void aPacketInWithoutPortIsRefused() {
        PiPacketOperation bare =
                PiPacketOperation.builder()
                        .withType(PiPacketOperationType.PACKET_IN)
                        .withData(ImmutableByteSequence.copyFrom(frame()))
                        .build();
        assertThatThrownBy(() -> interpreter.mapInboundPacket(bare, DEVICE))
                .isInstanceOf(PiInterpreterException.class)
                .hasMessageContaining("ingress_port");
    }

    private static PiPacketOperation packetIn(byte[] port) {
        return PiPacketOperation.builder()
                .withType(PiPacketOperationType.PACKET_IN)
                .withData(ImmutableByteSequence.copyFrom(frame()))
                .withMetadata(
                        PiPacketMetadata.builder()
                                .withId(P4Names.METADATA_INGRESS_PORT)
                                .withValue(ImmutableByteSequence.copyFrom(port))
                                .build())
                .build();
    }

    private static byte[] frame() {
        Ethernet ethernet = new Ethernet();
        ethernet.setSourceMACAddress("00:00:00:00:00:01");
        ethernet.setDestinationMACAddress("00:00:00:00:00:02");
        ethernet.setEtherType((short) (Ethernet.TYPE_ARP - 1));
        ethernet.setPayload(new Data(new byte[46]));
        return ethernet.serialize();
    }

    private static Map<String, Long> values(PiPacketOperation operation) {
        return operation.metadatas().stream()
                .collect(
                        Collectors.toMap(
                                field -> field.id().id(),
                                field -> new BigInteger(1, field.value().asArray()).longValue()));
    }

    @Test
    void targetsDifferInTheCpusPortOnly() {
        for (Platform platform : Platforms.all()) {
            WeirInterpreter other = newInterpreter(platform);
            assertThat(other.mapLogicalPortNumber(PortNumber.CONTROLLER))
                    .contains(platform.cpuPort());
            for (Criterion.Type type : Criterion.Type.values()) {
                assertThat(other.mapCriterionType(type))
                        .isEqualTo(interpreter.mapCriterionType(type));
            }
        }
    }

    /** Makes an interpreter as ONOS does, by the class that the pipeconf names. */
    private static WeirInterpreter newInterpreter(Platform platform) {
        try {
            return (WeirInterpreter) platform.interpreter().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
