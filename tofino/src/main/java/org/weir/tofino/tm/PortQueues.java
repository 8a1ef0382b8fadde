// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.Entry;

/**
 * Physical queues of a port, by queue number. A program names (port, queue); the traffic manager's
 * tables are keyed by (port group, queue of the group) in the port's pipe, and {@code tm.port.cfg}
 * maps one to the other: {@code egress_qid_queues[queue]} of {@code pg_id}. Immutable.
 */
public final class PortQueues {
    /** A port's number holds its pipe above these bits. */
    private static final int PORT_BITS = 7;

    private final int devPort;
    private final List<QueueKey> keys;

    private PortQueues(int devPort, List<QueueKey> keys) {
        this.devPort = devPort;
        this.keys = List.copyOf(keys);
    }

    static PortQueues read(int devPort, Entry configuration) {
        int portGroup = (int) configuration.number("pg_id");
        List<QueueKey> keys = new ArrayList<>();
        for (long queue : configuration.numbers("egress_qid_queues")) {
            keys.add(new QueueKey(devPort >> PORT_BITS, portGroup, (int) queue));
        }
        return new PortQueues(devPort, keys);
    }

    /** The ASIC's own number of the port. */
    public int devPort() {
        return devPort;
    }

    /** One for each queue number from 0; two may be the same. */
    public List<QueueKey> keys() {
        return keys;
    }

    /**
     * The first queues of the port, each with a physical queue of its own.
     *
     * @param count number of queues
     * @return their keys, by queue number
     * @throws BfRtException if the port has fewer queues, or two of them are one
     */
    public List<QueueKey> first(int count) {
        if (keys.size() < count) {
            throw tooFew(count, "it has " + keys.size());
        }
        List<QueueKey> own = new ArrayList<>();
        for (QueueKey key : keys.subList(0, count)) {
            if (own.contains(key)) {
                throw tooFew(
                        count,
                        "its queues "
                                + own.indexOf(key)
                                + " and "
                                + own.size()
                                + " are both "
                                + key);
            }
            own.add(key);
        }
        return own;
    }

    private BfRtException tooFew(int count, String instead) {
        return new BfRtException(
                BfRtException.Reason.INVALID,
                "tm.port.cfg (dev_port "
                        + devPort
                        + "): egress_qid_queues: the port must have "
                        + count
                        + " queues of its own, "
                        + instead);
    }

    @Override
    public String toString() {
        return "dev_port " + devPort + " " + keys;
    }
}
