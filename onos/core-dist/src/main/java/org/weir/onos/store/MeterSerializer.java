// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import org.onlab.util.KryoNamespace;
import org.onosproject.net.meter.Band;
import org.onosproject.net.meter.DefaultBand;
import org.onosproject.net.meter.DefaultMeter;
import org.onosproject.net.meter.DefaultMeterFeatures;
import org.onosproject.net.meter.Meter;
import org.onosproject.net.meter.MeterFeaturesFlag;
import org.onosproject.net.meter.MeterKey;
import org.onosproject.net.meter.MeterScope;
import org.onosproject.net.meter.MeterState;
import org.onosproject.net.meter.MeterTableKey;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.Serializer;

/** Serializer of meters and meter tables for ONOS's maps. */
final class MeterSerializer {
    private MeterSerializer() {}

    static Serializer create() {
        return Serializer.using(
                KryoNamespace.newBuilder()
                        .register(KryoNamespaces.API)
                        .nextId(KryoNamespaces.BEGIN_USER_CUSTOM_ID)
                        // Registered by position: append, never insert.
                        .register(MeterKey.class)
                        .register(MeterTableKey.class)
                        .register(MeterScope.class)
                        .register(MeterState.class)
                        .register(Meter.Unit.class)
                        .register(Band.Type.class)
                        .register(DefaultBand.class)
                        .register(DefaultMeter.class)
                        .register(DefaultMeterFeatures.class)
                        .register(MeterFeaturesFlag.class)
                        .build("WeirMeters"));
    }
}
