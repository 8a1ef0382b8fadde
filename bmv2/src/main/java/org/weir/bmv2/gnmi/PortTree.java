// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.weir.bmv2.control.PortStatus;
import org.weir.bmv2.control.SwitchControl;
import org.weir.bmv2.gnmi.proto.Encoding;
import org.weir.bmv2.gnmi.proto.Notification;
import org.weir.bmv2.gnmi.proto.Path;
import org.weir.bmv2.gnmi.proto.TypedValue;
import org.weir.bmv2.gnmi.proto.Update;

/**
 * The data tree that clients see: the switch's ports, as they are now. To be used on the timeline's
 * thread only.
 */
final class PortTree {

    private final SwitchControl control;
    private final Map<Integer, Long> lastChangeNs = new HashMap<>();

    PortTree(SwitchControl control) {
        this.control = control;
    }

    /** Notes that a port has gone up or down. */
    void changed(PortStatus port) {
        lastChangeNs.put(port.number(), wallClockNs());
    }

    /** The leaves that a client asks for. */
    List<Update> select(PathPattern pattern, Predicate<Update> filter) {
        List<Update> selected = new ArrayList<>();
        for (PortStatus port : control.ports()) {
            for (Update leaf : PortLeaves.of(port, lastChangeNs.getOrDefault(port.number(), 0L))) {
                if (pattern.matches(leaf.getPath()) && filter.test(leaf)) {
                    selected.add(leaf);
                }
            }
        }
        return selected;
    }

    /** Whether there are no ports, so that no path can be found. */
    boolean isEmpty() {
        return control.ports().isEmpty();
    }

    /**
     * Leaves as a client is told of them.
     *
     * @param prefix as the client gave it; its target is given back
     */
    static Notification notification(List<Update> leaves, Path prefix, Encoding encoding) {
        Notification.Builder notification = Notification.newBuilder().setTimestamp(wallClockNs());
        if (!prefix.getTarget().isEmpty()) {
            notification.setPrefix(Path.newBuilder().setTarget(prefix.getTarget()));
        }
        for (Update leaf : leaves) {
            notification.addUpdate(leaf.toBuilder().setVal(encode(leaf.getVal(), encoding)));
        }
        return notification.build();
    }

    private static TypedValue encode(TypedValue value, Encoding encoding) {
        if (encoding == Encoding.JSON) {
            return TypedValue.newBuilder()
                    .setJsonVal(ByteString.copyFromUtf8(json(value, false)))
                    .build();
        }
        if (encoding == Encoding.JSON_IETF) {
            return TypedValue.newBuilder()
                    .setJsonIetfVal(ByteString.copyFromUtf8(json(value, true)))
                    .build();
        }
        return value;
    }

    /** RFC 7951 writes numbers of 64 bits as strings. */
    private static String json(TypedValue value, boolean numbersAsStrings) {
        switch (value.getValueCase()) {
            case BOOL_VAL:
                return Boolean.toString(value.getBoolVal());
            case UINT_VAL:
                String number = Long.toUnsignedString(value.getUintVal());
                return numbersAsStrings ? '"' + number + '"' : number;
            default:
                return '"' + value.getStringVal().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    private static long wallClockNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }
}
