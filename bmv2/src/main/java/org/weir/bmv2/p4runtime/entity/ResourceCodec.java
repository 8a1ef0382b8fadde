// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import com.google.protobuf.Message;
import io.grpc.Status;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MeterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Counter values, meter configurations and indices between a client's form and the switch's. */
final class ResourceCodec {

    private ResourceCodec() {}

    /** Value of a counter for clients, with packets, bytes or both, as the program declares. */
    static CounterData encode(CounterValue value, CounterSpec.Unit unit) {
        CounterData.Builder data = CounterData.newBuilder();
        if (unit != CounterSpec.Unit.BYTES) {
            data.setPacketCount(value.packets());
        }
        if (unit != CounterSpec.Unit.PACKETS) {
            data.setByteCount(value.bytes());
        }
        return data.build();
    }

    /** A counter's value as the switch takes it. */
    static CounterValue decode(CounterData data, CounterSpec.Unit unit, String what) {
        if (data.getPacketCount() != 0 && unit == CounterSpec.Unit.BYTES) {
            throw RequestException.invalid(what + ", packet_count: it counts bytes only");
        }
        if (data.getByteCount() != 0 && unit == CounterSpec.Unit.PACKETS) {
            throw RequestException.invalid(what + ", byte_count: it counts packets only");
        }
        if (data.getPacketCount() < 0 || data.getByteCount() < 0) {
            throw RequestException.invalid(what + ", data: below 0");
        }
        return new CounterValue(data.getPacketCount(), data.getByteCount());
    }

    /** A meter's configuration as a client sees it. */
    static P4RuntimeOuterClass.MeterConfig encode(MeterConfig config) {
        return P4RuntimeOuterClass.MeterConfig.newBuilder()
                .setCir(config.committedRate())
                .setCburst(config.committedBurst())
                .setPir(config.peakRate())
                .setPburst(config.peakBurst())
                .setEburst(config.excessBurst())
                .build();
    }

    /** A meter's configuration as the switch takes it. */
    static MeterConfig decode(
            P4RuntimeOuterClass.MeterConfig config, MeterSpec.Type type, String what) {
        rejectUnknownFields(config, what);
        if (config.getCir() < 0
                || config.getCburst() < 0
                || config.getPir() < 0
                || config.getPburst() < 0
                || config.getEburst() < 0) {
            throw RequestException.invalid(what + ", config: rates and bursts must not be below 0");
        }
        if (config.getPir() < config.getCir()) {
            throw RequestException.invalid(
                    what + ", config: pir " + config.getPir() + " is below cir " + config.getCir());
        }
        if (type != MeterSpec.Type.TWO_RATE_THREE_COLOR
                && (config.getPir() != config.getCir()
                        || config.getPburst() != config.getCburst())) {
            throw RequestException.invalid(
                    what
                            + ", config: pir and pburst must be cir and cburst for a meter of type "
                            + type);
        }
        if (type != MeterSpec.Type.SINGLE_RATE_THREE_COLOR && config.getEburst() != 0) {
            throw RequestException.invalid(
                    what + ", config: eburst must be 0 for a meter of type " + type);
        }
        return new MeterConfig(
                config.getCir(),
                config.getCburst(),
                config.getPir(),
                config.getPburst(),
                config.getEburst());
    }

    /**
     * The elements of an array that a request means: the one at its index, all without one.
     *
     * @return first element and the one after the last
     */
    static int[] range(boolean hasIndex, Index index, int size, String what) {
        if (!hasIndex) {
            return new int[] {0, size};
        }
        if (index.getIndex() < 0) {
            throw RequestException.invalid(what + ", index: " + index.getIndex() + " is below 0");
        }
        if (index.getIndex() >= size) {
            throw new RequestException(
                    Status.Code.OUT_OF_RANGE,
                    what + ", index: " + index.getIndex() + " is not within 0.." + (size - 1));
        }
        return new int[] {(int) index.getIndex(), (int) index.getIndex() + 1};
    }

    /** Refuses INSERT and DELETE of what always exists. */
    static void requireModify(Update.Type type, String what) {
        if (type != Update.Type.MODIFY) {
            throw RequestException.invalid(what + ": it can only be MODIFYed, not " + type);
        }
    }

    /** Refuses P4Runtime's counters for each colour of a meter, which v1model's meters lack. */
    static void refuseColourCounters(boolean areGiven, String what) {
        if (areGiven) {
            throw RequestException.unimplemented(
                    what + ", meter counter data: v1model's meters do not count colours");
        }
    }

    /** Refuses fields that came with a later version of P4Runtime than this server's. */
    static void rejectUnknownFields(Message message, String what) {
        if (!message.getUnknownFields().asMap().isEmpty()) {
            throw RequestException.unimplemented(
                    what
                            + ": field number "
                            + message.getUnknownFields().asMap().keySet().iterator().next()
                            + " of "
                            + message.getDescriptorForType().getName()
                            + " is not supported");
        }
    }
}
