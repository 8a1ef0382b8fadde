// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MeterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectMeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Meters of entries, and arrays of meters. */
class MetersTest extends ServedTest {

    @Test
    void whatV1modelsMetersLackIsRefused() {
        MeterEntry.Builder meter =
                MeterEntry.newBuilder()
                        .setMeterId(PROGRAM.id("I.per_class"))
                        .setConfig(MeterConfig.newBuilder().setEburst(1));
        refused(
                Update.Type.MODIFY,
                Entity.newBuilder().setMeterEntry(meter).build(),
                Status.Code.INVALID_ARGUMENT,
                "eburst must be 0 for a meter of type TWO_RATE_THREE_COLOR");
        meter.clearConfig().getCounterDataBuilder();
        refused(
                Update.Type.MODIFY,
                Entity.newBuilder().setMeterEntry(meter).build(),
                Status.Code.UNIMPLEMENTED,
                "v1model's meters do not count colours");
    }

    /**
     * P4Runtime specification 1.4, "MeterEntry & DirectMeterEntry": which fields each type takes.
     */
    @Test
    void typesOfOneRate() {
        MeterConfig oneRate =
                MeterConfig.newBuilder().setCir(9).setCburst(8).setPir(9).setPburst(8).build();
        MeterConfig withExcess = oneRate.toBuilder().setEburst(7).build();
        MeterConfig twoRates = oneRate.toBuilder().setPir(10).build();
        push(MeterSpec.Type.SINGLE_RATE_THREE_COLOR);
        for (MeterConfig config : List.of(oneRate, withExcess)) {
            client.write(Update.Type.MODIFY, meter(config));
            assertThat(client.read(meter(config))).containsExactly(meter(config));
        }
        refused(
                Update.Type.MODIFY,
                meter(twoRates),
                Status.Code.INVALID_ARGUMENT,
                "pir and pburst must be cir and cburst for a meter of type SINGLE_RATE_THREE_COLOR");
        refused(
                Update.Type.MODIFY,
                meter(oneRate.toBuilder().setEburst(-1).build()),
                Status.Code.INVALID_ARGUMENT,
                "rates and bursts must not be below 0");
        push(MeterSpec.Type.SINGLE_RATE_TWO_COLOR);
        client.write(Update.Type.MODIFY, meter(oneRate));
        refused(
                Update.Type.MODIFY,
                meter(withExcess),
                Status.Code.INVALID_ARGUMENT,
                "eburst must be 0 for a meter of type SINGLE_RATE_TWO_COLOR");
        refused(
                Update.Type.MODIFY,
                meter(twoRates),
                Status.Code.INVALID_ARGUMENT,
                "pir and pburst must be cir and cburst for a meter of type SINGLE_RATE_TWO_COLOR");
    }

    private void push(MeterSpec.Type type) {
        ForwardingPipelineConfig.Builder config = PROGRAM.config(2).toBuilder();
        config.getP4InfoBuilder().getMetersBuilder(0).getSpecBuilder().setType(type);
        client.push(config.build());
    }

    private static Entity meter(MeterConfig config) {
        return Entity.newBuilder()
                .setMeterEntry(
                        MeterEntry.newBuilder()
                                .setMeterId(PROGRAM.id("I.per_class"))
                                .setIndex(Index.newBuilder().setIndex(1))
                                .setConfig(config))
                .build();
    }

    @Test
    void directMeters() {
        MeterConfig config =
                MeterConfig.newBuilder()
                        .setCir(1000)
                        .setCburst(100)
                        .setPir(2000)
                        .setPburst(200)
                        .build();
        TableEntry entry =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .addMatch(Program.exact(1, 0x0200000000L))
                        .setAction(PROGRAM.tableAction("I.metered", 3))
                        .setMeterConfig(config)
                        .build();
        client.insert(entry);
        TableEntry withMeters =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .setMeterConfig(MeterConfig.getDefaultInstance())
                        .build();
        assertThat(client.readEntries(withMeters)).containsExactly(entry);
        Entity meter =
                Entity.newBuilder()
                        .setDirectMeterEntry(
                                DirectMeterEntry.newBuilder()
                                        .setTableEntry(
                                                entry.toBuilder().clearAction().clearMeterConfig())
                                        .setConfig(config))
                        .build();
        assertThat(client.read(meter)).containsExactly(meter);
        Entity.Builder none = meter.toBuilder();
        none.getDirectMeterEntryBuilder().clearConfig();
        client.write(Update.Type.MODIFY, none.build());
        assertThat(client.read(meter)).containsExactly(none.build());
        Entity.Builder wrong = meter.toBuilder();
        wrong.getDirectMeterEntryBuilder().getConfigBuilder().setPir(999);
        refused(
                Update.Type.MODIFY,
                wrong.build(),
                Status.Code.INVALID_ARGUMENT,
                "pir 999 is below cir 1000");
    }

    @Test
    void meters() {
        Entity meter =
                Entity.newBuilder()
                        .setMeterEntry(
                                MeterEntry.newBuilder()
                                        .setMeterId(PROGRAM.id("I.per_class"))
                                        .setIndex(Index.newBuilder().setIndex(2))
                                        .setConfig(
                                                MeterConfig.newBuilder()
                                                        .setCir(1)
                                                        .setCburst(2)
                                                        .setPir(3)
                                                        .setPburst(4)))
                        .build();
        client.write(Update.Type.MODIFY, meter);
        assertThat(client.read(meter)).containsExactly(meter);
        Entity.Builder array = meter.toBuilder();
        array.getMeterEntryBuilder().clearIndex().clearConfig();
        assertThat(client.read(array.build())).hasSize(4).contains(meter);
        client.write(Update.Type.MODIFY, array.build());
        assertThat(client.read(array.build())).noneMatch(e -> e.getMeterEntry().hasConfig());
    }
}
