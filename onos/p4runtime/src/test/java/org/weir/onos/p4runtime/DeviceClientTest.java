// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;
import org.onosproject.p4runtime.model.P4InfoParser;
import org.weir.onos.grpc.ManagedChannels;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The client against a P4Runtime server over loopback. */
class DeviceClientTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final PiTableId COUNTED = PiTableId.of("ingress.counted");
    private static final long WAIT_SECONDS = 30;

    private final BlockingQueue<DeviceAgentEvent.Type> agentEvents = new LinkedBlockingQueue<>();
    private final BlockingQueue<PiPacketOperation> packetIns = new LinkedBlockingQueue<>();
    private final ManagedChannels channels = new ManagedChannels();
    private final Map<DeviceId, String> records = new ConcurrentHashMap<>();
    private PiPipeconf pipeconf;
    private TableSwitch server;
    private DeviceClient client;

    private final ElectionIds electionIds =
            new ElectionIds() {
                @Override
                public BigInteger standby() {
                    return ElectionIds.LEAST;
                }

                @Override
                public Optional<BigInteger> claim(DeviceId device, BigInteger wanted) {
                    return ClaimRecord.read(
                                    records.merge(
                                            device,
                                            ClaimRecord.read(null).claim(wanted).toString(),
                                            (old, fresh) ->
                                                    ClaimRecord.read(old).claim(wanted).toString()))
                            .idOf(wanted);
                }

                @Override
                public void seen(DeviceId device, BigInteger electionId) {
                    records.compute(
                            device, (id, old) -> ClaimRecord.read(old).seen(electionId).toString());
                }
            };

    private final AgentEvents events =
            new AgentEvents() {
                @Override
                public void agent(DeviceAgentEvent.Type type, DeviceId deviceId) {
                    agentEvents.add(type);
                }

                @Override
                public void packetIn(DeviceId deviceId, PiPacketOperation packet) {
                    packetIns.add(packet);
                }
            };

    @BeforeEach
    void start() throws Exception {
        var p4Info = getClass().getResource("/tiny.p4info.txtpb");
        pipeconf =
                DefaultPiPipeconf.builder()
                        .withId(new PiPipeconfId("tiny"))
                        .withPipelineModel(P4InfoParser.parse(p4Info))
                        .addExtension(PiPipeconf.ExtensionType.P4_INFO_TEXT, p4Info)
                        .build();
        server = new TableSwitch(0, BigInteger.ZERO);
        client = connect(server.port());
    }

    @AfterEach
    void stop() throws Exception {
        client.shutdown();
        URI address = address(server.port());
        channels.destroy(address);
        server.close();
    }

    private void replaceServer(BigInteger highestElectionId) throws Exception {
        stop();
        server = new TableSwitch(0, highestElectionId);
        client = connect(server.port());
    }

    private DeviceClient connect(int port) {
        ManagedChannel channel = channels.create(address(port));
        channel.getState(true);
        return new DeviceClient(DEVICE, channel, electionIds, () -> pipeconf, events);
    }

    private static URI address(int port) {
        return URI.create("grpc://127.0.0.1:" + port + "?device_id=1");
    }

    private void becomePrimary() throws InterruptedException {
        client.setMastership(1, true, BigInteger.valueOf(20));
        awaitEvent(DeviceAgentEvent.Type.ROLE_MASTER);
    }

    private void awaitEvent(DeviceAgentEvent.Type wanted) throws InterruptedException {
        DeviceAgentEvent.Type event;
        do {
            event = agentEvents.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(event).as("waiting for %s", wanted).isNotNull();
        } while (event != wanted);
    }

    private static PiTableEntry entry(int type, int port) {
        return PiTableEntry.builder()
                .forTable(COUNTED)
                .withMatchKey(
                        PiMatchKey.builder()
                                .addFieldMatch(
                                        new PiExactFieldMatch(
                                                PiMatchFieldId.of("hdr.type"),
                                                ImmutableByteSequence.copyFrom((short) type)))
                                .build())
                .withAction(
                        PiAction.builder()
                                .withId(PiActionId.of("ingress.forward"))
                                .withParameter(
                                        new PiActionParam(
                                                PiActionParamId.of("port"),
                                                ImmutableByteSequence.copyFrom((short) port)))
                                .build())
                .build();
    }

    @Test
    void probesTheServiceAndFollowsTheChannel() throws Exception {
        assertThat(client.probeService().join()).isTrue();
        awaitEvent(DeviceAgentEvent.Type.CHANNEL_OPEN);
        assertThat(client.isServerReachable()).isTrue();
        becomePrimary();

        server.close();

        awaitEvent(DeviceAgentEvent.Type.CHANNEL_ERROR);
        assertThat(client.isSessionOpen(1)).isFalse();
        assertThat(client.isMaster(1)).isFalse();
        assertThat(client.probeService().join()).isFalse();
        assertThat(client.lastFailure()).contains("UNAVAILABLE");
    }

    @Test
    void takesASwitchUpAgainWhenItComesBack() throws Exception {
        becomePrimary();
        int port = server.port();
        server.close();
        awaitEvent(DeviceAgentEvent.Type.CHANNEL_ERROR);

        server = new TableSwitch(port, BigInteger.ZERO);
        do {
            // The channel waits between its attempts; a probe may come too early.
            Thread.onSpinWait();
        } while (!client.probeService().join());
        client.setMastership(1, true, BigInteger.valueOf(20));

        awaitEvent(DeviceAgentEvent.Type.ROLE_MASTER);
        assertThat(client.isMaster(1)).isTrue();
    }

    @Test
    void winsOverAnEarlierRunsElectionId() throws Exception {
        replaceServer(BigInteger.valueOf(5_000));

        becomePrimary();

        assertThat(client.isMaster(1)).isTrue();
        assertThat(records.get(DEVICE)).isEqualTo("5001 20");
    }

    /** ONOS's driver asks with −1 for a standby role while there is no term. */
    @Test
    void idsBelowOneAreNotTakenForTheGreatest() throws Exception {
        client.setMastership(1, false, BigInteger.valueOf(-1));
        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        assertThat(server.highestElectionId()).isEqualTo(BigInteger.ONE);

        becomePrimary();
        assertThat(server.highestElectionId()).isEqualTo(BigInteger.valueOf(20));
    }

    /**
     * ONOS's driver asks for a standby in term 3 with 59, which is above the primary's of term 2.
     */
    @Test
    void standbyOfALaterTermLeavesTheSwitchToItsPrimary() throws Exception {
        replaceServer(BigInteger.valueOf(40));

        client.setMastership(1, false, BigInteger.valueOf(59));

        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        assertThat(client.isSessionOpen(1)).isTrue();
        assertThat(client.isMaster(1)).isFalse();
        assertThat(server.highestElectionId()).isEqualTo(BigInteger.valueOf(40));
    }

    /** It has not heard yet that its term is over; to outbid the new master would never end. */
    @Test
    void masterOfAnEarlierTermDoesNotOutbidTheNext() throws Exception {
        becomePrimary();
        BigInteger next = electionIds.claim(DEVICE, BigInteger.valueOf(40)).orElseThrow();
        server.claim(next);

        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        client.setMastership(1, true, BigInteger.valueOf(20));
        client.setMastership(1, false, BigInteger.valueOf(39));
        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        assertThat(client.isMaster(1)).isFalse();
        assertThat(server.highestElectionId()).isEqualTo(next);

        client.setMastership(1, true, BigInteger.valueOf(60));
        awaitEvent(DeviceAgentEvent.Type.ROLE_MASTER);
        assertThat(server.highestElectionId()).isEqualTo(BigInteger.valueOf(60));
    }

    /** A switch that has just started takes whoever comes first for its primary. */
    @Test
    void standbyThatIsFirstAtASwitchIsNotItsMaster() throws Exception {
        client.setMastership(1, false, BigInteger.valueOf(19));

        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        assertThat(client.isMaster(1)).isFalse();
        assertThat(server.highestElectionId()).isLessThan(ElectionIds.LEAST_OF_PRIMARY);
    }

    @Test
    void greatestIdOfAnotherControllerIsNotOutbid() throws Exception {
        replaceServer(ElectionIds.GREATEST);
        client.setMastership(1, true, BigInteger.valueOf(20));
        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        for (int id = 30; id < 200; id += 10) {
            client.setMastership(1, true, BigInteger.valueOf(id));
        }
        assertThat(client.isMaster(1)).isFalse();
        assertThat(server.arbitrations()).isEqualTo(1);

        // A switch that was started again has seen no id.
        replaceServer(BigInteger.ZERO);
        becomePrimary();
        assertThat(server.highestElectionId()).isEqualTo(BigInteger.valueOf(20));
    }

    @Test
    void remainsStandbyIfThatIsItsRole() throws Exception {
        replaceServer(BigInteger.valueOf(5_000));

        client.setMastership(1, false, BigInteger.valueOf(19));

        awaitEvent(DeviceAgentEvent.Type.ROLE_STANDBY);
        assertThat(client.isSessionOpen(1)).isTrue();
        assertThat(client.isMaster(1)).isFalse();
    }

    @Test
    void knowsAPipelineByItsCookie() throws Exception {
        becomePrimary();
        assertThat(client.isAnyPipelineConfigSet(1).join()).isFalse();
        assertThat(client.isPipelineConfigSet(1, pipeconf).join()).isFalse();

        assertThat(client.setPipelineConfig(1, pipeconf, ByteBuffer.wrap(new byte[] {1})).join())
                .isTrue();

        assertThat(client.isAnyPipelineConfigSet(1).join()).isTrue();
        assertThat(client.isPipelineConfigSet(1, pipeconf).join()).isTrue();
        assertThat(server.cookiesSet()).containsExactly(pipeconf.fingerprint());
    }

    @Test
    void writesWithItsElectionIdAndReadsBackAll() throws Exception {
        becomePrimary();

        WriteResponse written =
                client.write(1, pipeconf)
                        .insert(entry(0x800, 3))
                        .insert(entry(0x806, 4))
                        .submitSync();

        assertThat(written.isSuccess()).isTrue();
        assertThat(server.writes().get(0).getElectionId().getLow()).isEqualTo(20);
        ReadResponse read = client.read(1, pipeconf).tableEntries(COUNTED).submitSync();
        assertThat(read.isSuccess()).isTrue();
        assertThat(read.all(PiTableEntry.class))
                .extracting(found -> found.handle(DEVICE))
                .containsExactlyInAnyOrder(
                        entry(0x800, 3).handle(DEVICE), entry(0x806, 4).handle(DEVICE));
    }

    @Test
    void saysOfEachUpdateWhatBecameOfIt() throws Exception {
        becomePrimary();
        client.write(1, pipeconf).insert(entry(0x800, 3)).submitSync();

        WriteResponse response =
                client.write(1, pipeconf)
                        .insert(entry(0x800, 3))
                        .insert(entry(0x806, 3))
                        .modify(entry(0x86dd, 3))
                        .submitSync();

        assertThat(response.isSuccess()).isFalse();
        assertThat(
                        response.all().stream()
                                .map(EntityUpdateResponse::status)
                                .collect(Collectors.toList()))
                .containsExactly(
                        EntityUpdateStatus.ALREADY_EXIST,
                        EntityUpdateStatus.OK,
                        EntityUpdateStatus.NOT_FOUND);
        assertThat(response.status(EntityUpdateStatus.NOT_FOUND))
                .extracting(EntityUpdateResponse::explanation)
                .containsExactly("NOT_FOUND: there is no such entry");
    }

    /** The answer has more bytes than gRPC allows a client's metadata without an option. */
    @Test
    void saysOfEachUpdateOfALargeBatchWhatBecameOfIt() throws Exception {
        becomePrimary();
        client.write(1, pipeconf).insert(entry(500, 3)).submitSync();
        WriteRequest batch = client.write(1, pipeconf);
        for (int type = 0; type < 1000; type++) {
            batch.insert(entry(type, 3));
        }

        WriteResponse response = batch.submitSync();

        assertThat(response.success()).hasSize(999);
        assertThat(response.failed())
                .extracting(EntityUpdateResponse::status)
                .containsExactly(EntityUpdateStatus.ALREADY_EXIST);
    }

    @Test
    void sendsWhatItCanEncodeAndExplainsTheRest() throws Exception {
        becomePrimary();
        PiTableEntry unknown =
                PiTableEntry.builder()
                        .forTable(PiTableId.of("ingress.nowhere"))
                        .withMatchKey(entry(0x800, 3).matchKey())
                        .build();

        WriteResponse response =
                client.write(1, pipeconf).insert(unknown).insert(entry(0x800, 3)).submitSync();

        assertThat(response.status(EntityUpdateStatus.CODEC_ERROR))
                .extracting(EntityUpdateResponse::explanation)
                .allSatisfy(why -> assertThat(why).contains("ingress.nowhere"));
        assertThat(response.success()).hasSize(1);
    }

    @Test
    void failsEveryUpdateWhenTheSwitchIsGone() throws Exception {
        becomePrimary();
        server.close();

        WriteResponse response =
                client.write(1, pipeconf).insert(entry(0x800, 3)).insert(entry(1, 3)).submitSync();

        assertThat(response.failed())
                .hasSize(2)
                .allSatisfy(failed -> assertThat(failed.explanation()).contains("UNAVAILABLE"));
        ReadResponse read = client.read(1, pipeconf).tableEntries(COUNTED).submitSync();
        assertThat(read.isSuccess()).isFalse();
        assertThat(read.explanation()).contains("UNAVAILABLE");
    }

    @Test
    void refusesToReadWhatThePipelineDoesNotHave() {
        ReadResponse read =
                client.read(1, pipeconf).tableEntries(PiTableId.of("ingress.nowhere")).submitSync();

        assertThat(read.isSuccess()).isFalse();
        assertThat(read.explanation()).contains("ingress.nowhere").contains("tiny");
    }

    @Test
    void leavesOutAnEntryThatWouldPassForTheDefault() throws Exception {
        becomePrimary();
        client.write(1, pipeconf).insert(entry(0x800, 3)).submitSync();
        p4.v1.P4RuntimeGrpc.newBlockingStub(channels.get(address(server.port())).orElseThrow())
                .write(
                        p4.v1.P4RuntimeOuterClass.WriteRequest.newBuilder()
                                .addUpdates(
                                        p4.v1.P4RuntimeOuterClass.Update.newBuilder()
                                                .setType(
                                                        p4.v1.P4RuntimeOuterClass.Update.Type
                                                                .INSERT)
                                                .setEntity(
                                                        p4.v1.P4RuntimeOuterClass.Entity
                                                                .newBuilder()
                                                                .setTableEntry(
                                                                        TableEntry.newBuilder()
                                                                                .setTableId(
                                                                                        33554433))))
                                .build());

        ReadResponse read = client.read(1, pipeconf).tableEntries(COUNTED).submitSync();

        assertThat(read.isSuccess()).isTrue();
        assertThat(read.all(PiTableEntry.class))
                .extracting(PiTableEntry::isDefaultAction)
                .containsExactly(false);
    }

    @Test
    void carriesPacketsBothWays() throws Exception {
        becomePrimary();
        byte[] frame = {1, 2, 3};

        client.packetOut(
                1,
                PiPacketOperation.builder()
                        .withType(PiPacketOperationType.PACKET_OUT)
                        .withData(ImmutableByteSequence.copyFrom(frame))
                        .withMetadata(
                                PiPacketMetadata.builder()
                                        .withId(PiPacketMetadataId.of("egress_port"))
                                        .withValue(ImmutableByteSequence.copyFrom((short) 5))
                                        .build())
                        .build(),
                pipeconf);
        server.send(
                StreamMessageResponse.newBuilder()
                        .setPacket(
                                PacketIn.newBuilder()
                                        .setPayload(ByteString.copyFrom(frame))
                                        .addMetadata(
                                                PacketMetadata.newBuilder()
                                                        .setMetadataId(1)
                                                        .setValue(
                                                                ByteString.copyFrom(
                                                                        new byte[] {7}))))
                        .build());

        PiPacketOperation in = packetIns.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(in.data().asArray()).containsExactly(frame);
        assertThat(in.metadatas())
                .extracting(PiPacketMetadata::id)
                .containsExactly(PiPacketMetadataId.of("ingress_port"));
        // The stream keeps order, so a later answer means the packet-out has arrived.
        client.setMastership(1, true, BigInteger.valueOf(40));
        awaitEvent(DeviceAgentEvent.Type.ROLE_MASTER);
        assertThat(server.packetOuts()).hasSize(1);
        assertThat(server.packetOuts().get(0).getPayload().toByteArray()).containsExactly(frame);
    }
}
