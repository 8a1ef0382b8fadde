// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.weir.bmv2.p4runtime.Program.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectMeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetMember;

/** Entities of all kinds that the program {@code entities} takes. */
final class Samples {

    private static final Program PROGRAM = Program.ENTITIES;

    private Samples() {}

    /** Fresh samples, of entries with random keys. */
    static List<Entity> of(Random random) {
        List<Entity> samples = new ArrayList<>();
        Index index = Index.newBuilder().setIndex(2).build();
        MeterConfig config =
                MeterConfig.newBuilder().setCir(1).setCburst(2).setPir(3).setPburst(4).build();
        samples.add(entity(PROGRAM.route(0x0a000000, 8, 1)));
        TableEntry acl = PROGRAM.randomAcl(random, 3);
        samples.add(entity(acl));
        samples.add(
                entity(
                        PROGRAM.randomAcl(random, 4).toBuilder()
                                .setMetadata(Program.number(7))
                                .build()));
        TableEntry limit =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .addMatch(Program.exact(1, 5))
                        .setAction(PROGRAM.tableAction("I.metered", 3))
                        .setMeterConfig(config)
                        .build();
        samples.add(entity(limit));
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
                                        .setIndex(index)
                                        .setData(
                                                CounterData.newBuilder()
                                                        .setPacketCount(5)
                                                        .setByteCount(600)))
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
                                        .setIndex(index)
                                        .setData(
                                                P4Data.newBuilder()
                                                        .setBitstring(Program.number(7))))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(acl.toBuilder().clearAction()))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setDirectMeterEntry(
                                DirectMeterEntry.newBuilder()
                                        .setTableEntry(
                                                limit.toBuilder().clearAction().clearMeterConfig())
                                        .setConfig(config))
                        .build());
        samples.add(
                Entity.newBuilder()
                        .setValueSetEntry(
                                ValueSetEntry.newBuilder()
                                        .setValueSetId(PROGRAM.id("P.marked_types"))
                                        .addMembers(
                                                ValueSetMember.newBuilder()
                                                        .addMatch(Program.exact(1, 0x22f3))))
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
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(
                                                MulticastGroupEntry.newBuilder()
                                                        .setMulticastGroupId(9)
                                                        .addReplicas(
                                                                Replica.newBuilder()
                                                                        .setEgressPort(2)
                                                                        .setInstance(1))))
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

    /** Whether an entity can only be MODIFYed. */
    static boolean isAlwaysThere(Entity entity) {
        return switch (entity.getEntityCase()) {
            case COUNTER_ENTRY,
                            METER_ENTRY,
                            REGISTER_ENTRY,
                            VALUE_SET_ENTRY,
                            DIRECT_COUNTER_ENTRY,
                            DIRECT_METER_ENTRY ->
                    true;
            case TABLE_ENTRY -> entity.getTableEntry().getIsDefaultAction();
            default -> false;
        };
    }
}
