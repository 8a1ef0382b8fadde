// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Client.update;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** Requests with random damage are answered, each with a status that says what is wrong with it. */
class MalformedRequestsTest {

    private static final Program PROGRAM = Program.ENTITIES;
    private static final int REQUESTS = 2000;

    private final Random random = new Random(42);

    @Test
    void areRefusedAndDoNoHarm() throws Exception {
        List<Entity> samples = samples();
        try (Bench bench = new Bench();
                Client client = Client.primary(bench.port(), 1)) {
            client.push(PROGRAM.config(1));
            int refused = 0;
            for (int i = 0; i < REQUESTS; i++) {
                Entity damaged = damage(samples.get(random.nextInt(samples.size())));
                Update.Type type = Update.Type.forNumber(1 + random.nextInt(3));
                WriteRequest.Atomicity atomicity =
                        WriteRequest.Atomicity.forNumber(random.nextInt(3));
                try {
                    client.stub.write(client.request(atomicity, update(type, damaged)));
                } catch (StatusRuntimeException e) {
                    refused++;
                    assertRefusal(e, damaged);
                }
                try {
                    client.stub
                            .read(
                                    ReadRequest.newBuilder()
                                            .setDeviceId(Client.DEVICE_ID)
                                            .addEntities(damaged)
                                            .build())
                            .forEachRemaining(response -> {});
                } catch (StatusRuntimeException e) {
                    assertRefusal(e, damaged);
                }
            }
            assertThat(refused).isBetween(REQUESTS / 4, REQUESTS - 1);
            client.push(PROGRAM.config(2));
            client.insert(PROGRAM.route(0x0a000000, 8, 1));
            assertThat(client.readTable("I.routes")).hasSize(1);
        }
    }

    private static void assertRefusal(StatusRuntimeException e, Message request) {
        for (P4RuntimeOuterClass.Error error : Client.details(e)) {
            assertThat(error.getCanonicalCode())
                    .as(request + error.getMessage())
                    .isNotIn(
                            Status.Code.OK.value(),
                            Status.Code.UNKNOWN.value(),
                            Status.Code.INTERNAL.value());
            assertThat(error.getMessage()).as(request.toString()).isNotBlank();
        }
    }

    /** Changes, removes or adds a few bytes, until a message comes out that can still be parsed. */
    private Entity damage(Entity entity) {
        while (true) {
            byte[] bytes = entity.toByteArray();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] =
                        (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(8));
            }
            try {
                return Entity.parseFrom(bytes);
            } catch (InvalidProtocolBufferException e) {
                // Protobuf itself refuses this one; the next may pass.
                continue;
            }
        }
    }

    private List<Entity> samples() {
        List<Entity> samples = new ArrayList<>();
        Index index = Index.newBuilder().setIndex(2).build();
        MeterConfig config =
                MeterConfig.newBuilder().setCir(1).setCburst(2).setPir(3).setPburst(4).build();
        samples.add(entity(PROGRAM.route(0x0a000000, 8, 1)));
        samples.add(entity(PROGRAM.randomAcl(random, 3)));
        samples.add(
                entity(
                        PROGRAM.randomAcl(random, 4).toBuilder()
                                .setMetadata(Program.number(7))
                                .build()));
        samples.add(
                entity(
                        TableEntry.newBuilder()
                                .setTableId(PROGRAM.id("I.limits"))
                                .addMatch(Program.exact(1, 5))
                                .setAction(PROGRAM.tableAction("I.metered", 3))
                                .setMeterConfig(config)
                                .build()));
        samples.add(
                entity(
                        TableEntry.newBuilder()
                                .setTableId(PROGRAM.id("I.keyless"))
                                .setIsDefaultAction(true)
                                .setAction(PROGRAM.tableAction("I.set_output", 3))
                                .build()));
        samples.add(
                Entity.newBuilder()
                        .setCounterEntry(
                                CounterEntry.newBuilder()
                                        .setCounterId(PROGRAM.id("I.per_port"))
                                        .setIndex(index))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setMeterEntry(
                                MeterEntry.newBuilder()
                                        .setMeterId(PROGRAM.id("I.per_class"))
                                        .setIndex(index)
                                        .setConfig(config))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setRegisterEntry(
                                RegisterEntry.newBuilder()
                                        .setRegisterId(PROGRAM.id("I.seen"))
                                        .setIndex(index))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(PROGRAM.randomAcl(random, 3)))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setActionProfileMember(
                                ActionProfileMember.newBuilder()
                                        .setActionProfileId(PROGRAM.id("I.ecmp"))
                                        .setMemberId(1)
                                        .setAction(PROGRAM.action("I.set_output", 3)))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setActionProfileGroup(
                                ActionProfileGroup.newBuilder()
                                        .setActionProfileId(PROGRAM.id("I.ecmp"))
                                        .setGroupId(1)
                                        .addMembers(
                                                ActionProfileGroup.Member.newBuilder()
                                                        .setMemberId(1)
                                                        .setWeight(1)))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(
                                                CloneSessionEntry.newBuilder()
                                                        .setSessionId(3)
                                                        .addReplicas(
                                                                Replica.newBuilder()
                                                                        .setEgressPort(2))))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setDigestEntry(
                                DigestEntry.newBuilder()
                                        .setDigestId(PROGRAM.id("learn_t"))
                                        .setConfig(
                                                DigestEntry.Config.newBuilder().setMaxListSize(3)))
                        .build());
        return samples;
    }
}
