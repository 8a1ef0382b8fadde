// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.rpc.RequestException;

/**
 * A device's ports as P4Runtime's clients name them: the data plane's numbers, and {@link #SDN_CPU}
 * for the CPU port. May be asked on any thread.
 */
public final class Ports {

    /** {@code SDN_PORT_CPU}: the CPU port of every device. */
    static final int SDN_CPU = 0xfffffffd;

    /** Width of v1model's {@code egress_port}. */
    static final int BITS = 9;

    private static final int MAX_PORT = (1 << BITS) - 1;

    private final int cpuPort;
    private volatile Map<String, Integer> numberByName = Map.of();

    /** The ports that a switch has now and will have. To be called on the timeline's thread. */
    public Ports(SwitchControl control) {
        cpuPort = control.cpuPort();
        control.onPortChange(port -> refresh(control));
        refresh(control);
    }

    private void refresh(SwitchControl control) {
        Map<String, Integer> names = new HashMap<>();
        for (PortStatus port : control.ports()) {
            names.put(port.name(), port.number());
        }
        numberByName = Map.copyOf(names);
    }

    /** Number of the CPU port. */
    int cpuPort() {
        return cpuPort;
    }

    /** A port that is called so. */
    Optional<Integer> byName(String name) {
        return Optional.ofNullable(numberByName.get(name));
    }

    /** The name of a port, if it has one. */
    Optional<String> name(int number) {
        return numberByName.entrySet().stream()
                .filter(port -> port.getValue() == number)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** True if there is such a port; the CPU port is one. */
    boolean exists(int number) {
        return number == cpuPort || numberByName.containsValue(number);
    }

    /**
     * The data plane's number of a port that a client gives as a byte string.
     *
     * @throws RequestException OUT_OF_RANGE if it is no byte string of 32 bits, INVALID_ARGUMENT if
     *     it is no port's
     */
    int decode(ByteString port, String what) {
        return decode(ByteBuffer.wrap(Bytestrings.decode(port, Integer.SIZE, what)).getInt(), what);
    }

    /** The data plane's number of a port that a client gives as a number. */
    int decode(int port, String what) {
        if (port == SDN_CPU) {
            return cpuPort;
        }
        if (port < 0 || port > MAX_PORT) {
            throw new RequestException(
                    Status.Code.INVALID_ARGUMENT,
                    what + ": " + Integer.toUnsignedString(port) + " is not within 0.." + MAX_PORT);
        }
        return port;
    }
}
