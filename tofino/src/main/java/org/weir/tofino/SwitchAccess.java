// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.control.policy.JsonFields;
import org.weir.control.policy.PolicyException;
import org.weir.control.scheduler.PortScheduler;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;
import org.weir.tofino.bfrt.BfRtAddress;

/**
 * Address of one switch's traffic manager, with the ASIC's port numbers, as it stands under {@code
 * devices / DEVICE / weir} of ONOS's network configuration: {@code {"bfrt":
 * "grpc://HOST:PORT?device_id=N", "devPorts": {"1": 132}}}. Immutable.
 */
public final class SwitchAccess implements SchedulerAccess {
    /** Largest number that the ASIC has for a port: 9 bits. */
    private static final int MAX_DEV_PORT = 511;

    /** Field of the BF Runtime server's address. */
    static final String BFRT = "bfrt";

    /** Field of the ports' own numbers. */
    static final String DEV_PORTS = "devPorts";

    private final BfRtAddress address;
    private final Map<Long, Integer> devPorts;

    /**
     * Access to a switch.
     *
     * @param address its BF Runtime server
     * @param devPorts the ASIC's own number for each port whose number in P4Runtime is another
     */
    public SwitchAccess(BfRtAddress address, Map<Long, Integer> devPorts) {
        this.address = address;
        this.devPorts = Map.copyOf(devPorts);
    }

    /**
     * Reads and checks access to a switch.
     *
     * @param node the JSON object
     * @param source origin of the object, for messages
     * @return the address
     * @throws PolicyException with {@code SOURCE: FIELD.PATH: rule} if a rule is broken
     */
    public static SwitchAccess read(JsonNode node, String source) {
        JsonFields fields = new JsonFields(node, source, "", BFRT, DEV_PORTS);
        BfRtAddress address;
        try {
            address = BfRtAddress.parse(fields.text(BFRT));
        } catch (PolicyException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw fields.refuse(BFRT, e.getMessage());
        }
        Map<Long, Integer> devPorts = new TreeMap<>();
        if (fields.has(DEV_PORTS)) {
            readPorts(fields.node(DEV_PORTS), source, devPorts);
        }
        return new SwitchAccess(address, devPorts);
    }

    private static void readPorts(JsonNode node, String source, Map<Long, Integer> devPorts) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> each = node.fieldNames(); each.hasNext(); ) {
            names.add(each.next());
        }
        JsonFields fields = new JsonFields(node, source, DEV_PORTS, names.toArray(new String[0]));
        for (String name : names) {
            if (!name.matches("[1-9][0-9]{0,8}")) {
                throw fields.refuse(name, "is no port number, must be 1 to 999999999");
            }
            int devPort = (int) fields.integer(name, 0, MAX_DEV_PORT);
            if (devPorts.containsValue(devPort)) {
                throw fields.refuse(name, "names dev_port " + devPort + " a second time");
            }
            devPorts.put(Long.valueOf(name), devPort);
        }
    }

    @Override
    public SchedulerType type() {
        return TofinoSchedulerType.BF_RUNTIME;
    }

    @Override
    public PortScheduler connect(Runnable changed) {
        return new TofinoScheduler(this, changed);
    }

    /** The BF Runtime server. */
    public BfRtAddress address() {
        return address;
    }

    /**
     * The ASIC's own number of a port.
     *
     * @param port its number in P4Runtime
     * @return the configured number, else the same one
     */
    public int devPort(long port) {
        Integer configured = devPorts.get(port);
        return configured == null ? Math.toIntExact(port) : configured;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SwitchAccess
                && address.equals(((SwitchAccess) other).address)
                && devPorts.equals(((SwitchAccess) other).devPorts);
    }

    @Override
    public int hashCode() {
        return address.hashCode() + devPorts.hashCode();
    }

    @Override
    public String toString() {
        return address + (devPorts.isEmpty() ? "" : " " + new TreeMap<>(devPorts));
    }
}
