// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import io.grpc.ManagedChannel;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.weir.onos.grpc.ManagedChannels;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** The entries against a P4Runtime server over loopback. */
class PortLivenessTest {

    private static final long WAIT_SECONDS = 30;
    private static final String PROGRAM =
            "tables { preamble { id: 10 name: 'live_ports' annotations: '@port_liveness' }"
                    + " match_fields { id: 1 name: 'port' bitwidth: 9 match_type: EXACT }"
                    + " action_refs { id: 21 } action_refs { id: 22 }"
                    + " action_refs { id: 23 scope: DEFAULT_ONLY } implementation_id: 30 }"
                    + " actions { preamble { id: 21 name: 'live' }"
                    + " params { id: 1 name: 'watch_port' bitwidth: 9 } }"
                    + " actions { preamble { id: 22 name: 'dead' } }"
                    + " actions { preamble { id: 23 name: 'NoAction' } }";

    private final ManagedChannels channels = new ManagedChannels();
    private final CountDownLatch primary = new CountDownLatch(1);
    private TableSwitch server;
    private URI address;
    private DeviceClient client;

    @BeforeEach
    void start() throws Exception {
        server = new TableSwitch(0, BigInteger.ZERO);
        address = URI.create("grpc://127.0.0.1:" + server.port() + "?device_id=1");
        ManagedChannel channel = channels.create(address);
        channel.getState(true);
        ElectionIds ids =
                new ElectionIds() {
                    @Override
                    public BigInteger standby() {
                        return ElectionIds.LEAST;
                    }

                    @Override
                    public Optional<BigInteger> claim(DeviceId device, BigInteger wanted) {
                        return Optional.of(wanted);
                    }

                    @Override
                    public void seen(DeviceId device, BigInteger electionId) {}
                };
        AgentEvents events =
                new AgentEvents() {
                    @Override
                    public void agent(DeviceAgentEvent.Type type, DeviceId deviceId) {
                        if (type == DeviceAgentEvent.Type.ROLE_MASTER) {
                            primary.countDown();
                        }
                    }

                    @Override
                    public void packetIn(DeviceId deviceId, PiPacketOperation packet) {}
                };
        client = new DeviceClient(DeviceId.deviceId("device:s1"), channel, ids, () -> null, events);
        client.setMastership(1, true, BigInteger.valueOf(20));
        assertThat(primary.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void stop() throws Exception {
        client.shutdown();
        channels.destroy(address);
        server.close();
    }

    private static P4Info program(String text) throws TextFormat.ParseException {
        P4Info.Builder info = P4Info.newBuilder();
        TextFormat.merge(text, info);
        return info.build();
    }

    /** The updates of one installation: type and port. */
    private List<String> install(List<Long> ports) throws Exception {
        int before = server.writes().size();
        PortLiveness.of(program(PROGRAM))
                .orElseThrow()
                .install(client, 1, ports)
                .get(WAIT_SECONDS, TimeUnit.SECONDS);
        return server.writes().stream()
                .skip(before)
                .flatMap(write -> write.getUpdatesList().stream())
                .map(update -> update.getType() + " " + port(update.getEntity().getTableEntry()))
                .collect(Collectors.toList());
    }

    private static BigInteger port(TableEntry entry) {
        return new BigInteger(1, entry.getMatch(0).getExact().getValue().toByteArray());
    }

    @Test
    void onlyWhatDiffersIsWritten() throws Exception {
        assertThat(install(List.of(1L, 300L))).containsExactly("INSERT 1", "INSERT 300");
        assertThat(install(List.of(300L, 1L))).isEmpty();
        assertThat(install(List.of(300L, 2L))).containsExactlyInAnyOrder("DELETE 1", "INSERT 2");
    }

    /** The order matters: the switch takes the first that is left. */
    @Test
    void firstActionWatchesThePortAndTheSecondNone() throws Exception {
        install(List.of(300L));
        Update update = server.writes().get(0).getUpdates(0);
        List<ActionProfileAction> actions =
                update.getEntity()
                        .getTableEntry()
                        .getAction()
                        .getActionProfileActionSet()
                        .getActionProfileActionsList();
        assertThat(actions).hasSize(2);
        assertThat(actions.get(0).getWatch()).isEqualTo(300);
        assertThat(actions.get(0).getAction().getActionId()).isEqualTo(21);
        assertThat(actions.get(0).getAction().getParams(0).getValue().toByteArray())
                .containsExactly(1, 44);
        assertThat(actions.get(1).getWatch()).isZero();
        assertThat(actions.get(1).getAction().getActionId()).isEqualTo(22);
    }

    @Test
    void programWithoutTheAnnotationHasNoSuchTable() throws Exception {
        assertThat(PortLiveness.of(program(PROGRAM.replace("@port_liveness", "@other")))).isEmpty();
    }

    @Test
    void annotatedTableOfAnotherShapeIsNotTaken() throws Exception {
        assertThat(PortLiveness.of(program(PROGRAM.replace("watch_port", "port")))).isEmpty();
    }
}
