// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Bench;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.RawClient;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** The choice of the primary, as P4Runtime 1.3 has it. */
class ArbitrationTest {

    private Bench bench;

    @BeforeEach
    void start() throws Exception {
        bench = new Bench();
    }

    @AfterEach
    void stop() throws Exception {
        bench.close();
    }

    @Test
    void theHighestElectionIdIsThePrimary() throws Exception {
        try (Client low = Client.primary(bench.port(), 5);
                Client high = new Client(bench.port(), 9)) {
            high.openStream();
            assertThat(high.arbitrate()).isEqualTo(Status.Code.OK);
            assertThat(low.nextArbitration()).isEqualTo(Status.Code.ALREADY_EXISTS);
            assertThatThrownBy(() -> low.push(Program.ENTITIES.config(1)))
                    .hasMessageContaining("PERMISSION_DENIED")
                    .hasMessageContaining("election_id 0,5")
                    .hasMessageContaining("the primary's of the default role is 0,9");
            high.push(Program.ENTITIES.config(1));
            WriteRequest byBackup =
                    low.request(
                            WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                            Client.update(
                                    Update.Type.INSERT,
                                    Program.entity(Program.ENTITIES.route(0x0a000000, 8, 1))));
            assertThatThrownBy(() -> low.stub.write(byBackup))
                    .hasMessageContaining("PERMISSION_DENIED");
            assertThat(high.readTable("I.routes")).isEmpty();
            // Backups may read.
            assertThat(low.readTable("I.l2")).hasSize(1);
        }
    }

    @Test
    void primaryThatSendsNoMessageIsEndedAndForgotten() throws Exception {
        try (RawClient raw = new RawClient(bench.port());
                Client backup = new Client(bench.port(), 5)) {
            RawClient.Stream primary = raw.stream();
            primary.send(
                    StreamMessageRequest.newBuilder()
                            .setArbitration(
                                    MasterArbitrationUpdate.newBuilder()
                                            .setDeviceId(Client.DEVICE_ID)
                                            .setElectionId(Uint128.newBuilder().setLow(9)))
                            .build()
                            .toByteArray());
            assertThat(primary.next()).isInstanceOf(StreamMessageResponse.class);
            backup.openStream();
            assertThat(backup.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
            primary.send(new byte[] {(byte) 0xff});
            assertThat(((Status) primary.next()).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(backup.nextArbitration()).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void lowerElectionIdIsABackup() throws Exception {
        try (Client high = Client.primary(bench.port(), 9);
                Client low = new Client(bench.port(), 5)) {
            low.openStream();
            assertThat(low.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
            high.push(Program.ENTITIES.config(1));
        }
    }

    @Test
    void whenThePrimaryLeavesThereIsNoneUntilAnIdAtLeastAsHighComes() throws Exception {
        try (Client backup = new Client(bench.port(), 5)) {
            try (Client primary = Client.primary(bench.port(), 9)) {
                backup.openStream();
                assertThat(backup.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
                primary.closeStream();
                assertThat(primary.nextEnd().isOk()).isTrue();
            }
            assertThat(backup.nextArbitration()).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(backup.arbitrate()).isEqualTo(Status.Code.NOT_FOUND);
            assertThatThrownBy(() -> backup.push(Program.ENTITIES.config(1)))
                    .hasMessageContaining("PERMISSION_DENIED")
                    .hasMessageContaining("there is no primary");
            try (Client again = Client.primary(bench.port(), 9)) {
                again.push(Program.ENTITIES.config(1));
                assertThat(backup.nextArbitration()).isEqualTo(Status.Code.ALREADY_EXISTS);
            }
        }
    }

    @Test
    void brokenConnectionIsNoticed() throws Exception {
        try (Client backup = new Client(bench.port(), 5)) {
            Client primary = Client.primary(bench.port(), 9);
            backup.openStream();
            assertThat(backup.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
            primary.close();
            assertThat(backup.nextArbitration()).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void electionIdInUseEndsTheStream() throws Exception {
        try (Client first = Client.primary(bench.port(), 5);
                Client second = new Client(bench.port(), 5)) {
            second.openStream();
            second.sendArbitration(Client.DEVICE_ID);
            Status end = second.nextEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(end.getDescription()).contains("election_id 0,5");
            first.push(Program.ENTITIES.config(1));
        }
    }

    @Test
    void unknownDeviceEndsTheStream() throws Exception {
        try (Client client = new Client(bench.port(), 5)) {
            client.openStream();
            client.sendArbitration(8);
            Status end = client.nextEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(end.getDescription()).contains("device_id 8").contains("only device 7");
        }
    }

    @Test
    void deviceMayNotChangeOnAStream() throws Exception {
        try (Client client = Client.primary(bench.port(), 5)) {
            client.sendArbitration(8);
            assertThat(client.nextEnd().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        }
    }

    @Test
    void clientWithoutElectionIdIsNeverPrimary() throws Exception {
        try (Client client = new Client(bench.port(), 5)) {
            client.openStream();
            client.send(
                    StreamMessageRequest.newBuilder()
                            .setArbitration(
                                    MasterArbitrationUpdate.newBuilder()
                                            .setDeviceId(Client.DEVICE_ID))
                            .build());
            assertThat(client.nextArbitration()).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(client.arbitrate()).isEqualTo(Status.Code.OK);
        }
    }
}
