// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.traffic.OutputPort;

/**
 * The ports of a switch by number: attached ports, the CPU port, and stand-ins for ports that do
 * not exist. As in BMv2, packets to such a port go through egress, which may clone or recirculate
 * them, and are then lost.
 */
final class SwitchPorts {

    /** The highest number of a port. */
    static final int MAX_PORT = 510;

    private final String switchName;
    private final OutputPort[] ports = new OutputPort[MAX_PORT + 1];
    private final OutputPort[] absent = new OutputPort[MAX_PORT + 1];
    private final Map<Integer, OutputPort> attached = new TreeMap<>();
    private IntFunction<OutputPort> newAbsent;

    SwitchPorts(String switchName) {
        this.switchName = switchName;
    }

    /** Sets what makes the stand-in of a port that does not exist. */
    void useAbsent(IntFunction<OutputPort> factory) {
        newAbsent = factory;
    }

    /** Adds a port that is not among the attached ones. */
    void set(int number, OutputPort port) {
        ports[number] = port;
    }

    void attach(OutputPort port) {
        ports[port.number()] = port;
        attached.put(port.number(), port);
    }

    void detach(int number) {
        ports[number] = null;
        attached.remove(number);
    }

    /** An attached port; there must be one of this number. */
    OutputPort attached(int number) {
        OutputPort port = attached.get(number);
        if (port == null) {
            throw new ControlException(
                    ControlException.Reason.NOT_FOUND,
                    "switch " + switchName + ": has no port " + number);
        }
        return port;
    }

    /** A port; null if there is none of this number. */
    OutputPort orNull(int number) {
        return number >= 0 && number <= MAX_PORT ? ports[number] : null;
    }

    /** A port or its stand-in; null if no port can have this number. */
    OutputPort orAbsent(int number) {
        OutputPort port = orNull(number);
        if (port != null || number < 0 || number > MAX_PORT) {
            return port;
        }
        if (absent[number] == null) {
            absent[number] = newAbsent.apply(number);
        }
        return absent[number];
    }

    /** Drops all packets that wait. */
    void flush() {
        for (int number = 0; number <= MAX_PORT; number++) {
            if (ports[number] != null) {
                ports[number].flush();
            }
            if (absent[number] != null) {
                absent[number].flush();
            }
        }
    }

    /** Packets dropped because they were sent to a port that does not exist. */
    long droppedByAbsent() {
        long dropped = 0;
        for (OutputPort port : absent) {
            dropped += port == null ? 0 : port.status().counters().txDrops();
        }
        return dropped;
    }

    /** The attached ports, by number. */
    List<PortStatus> status() {
        return attached.values().stream().map(OutputPort::status).toList();
    }
}
