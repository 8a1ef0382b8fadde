// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.weir.control.policy.JsonFields;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;

/** Description of a switch, by an operator, from which its configuration is made. Immutable. */
public final class SwitchDescription {
    private static final int MAX_ID = PolicyReader.MAX_PORT;
    private static final int MAX_CONNECTOR = 1024;
    private static final int MIN_MTU = 1500;
    private static final int MAX_MTU = 10240;
    private static final int MIN_CELLS = 1024;
    private static final int MAX_CELLS = 1 << 22;

    private final String name;
    private final String device;
    private final int bufferCells;
    private final List<Port> ports;

    private SwitchDescription(String name, String device, int bufferCells, List<Port> ports) {
        this.name = name;
        this.device = device;
        this.bufferCells = bufferCells;
        this.ports = List.copyOf(ports);
    }

    /**
     * Reads and checks a description.
     *
     * @param node the JSON object
     * @param source origin of the object, for messages
     * @param asic the ASIC it is for
     * @return the description
     * @throws PolicyException with {@code SOURCE: FIELD.PATH: rule}
     */
    public static SwitchDescription read(JsonNode node, String source, Asic asic) {
        JsonFields fields =
                new JsonFields(node, source, "", "name", "device", "bufferCells", "ports");
        int bufferCells =
                fields.has("bufferCells")
                        ? (int) fields.integer("bufferCells", MIN_CELLS, MAX_CELLS)
                        : asic.bufferCells();
        List<JsonNode> nodes = fields.array("ports");
        if (nodes.isEmpty()) {
            throw fields.refuse("ports", "must name at least one port");
        }
        List<Port> ports = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (int i = 0; i < nodes.size(); i++) {
            JsonFields port =
                    new JsonFields(
                            nodes.get(i),
                            source,
                            "ports[" + i + "]",
                            "id",
                            "connector",
                            "channel",
                            "speedBps",
                            "mtu",
                            "fec",
                            "autoneg");
            Port read = new Port(port, asic);
            if (!ids.add(read.id)) {
                throw port.refuse("id", "names port " + read.id + " twice");
            }
            if (!places.add(read.name())) {
                throw port.refuse("connector", "names " + read.name() + " twice");
            }
            ports.add(read);
        }
        return new SwitchDescription(
                fields.text("name"), fields.text("device"), bufferCells, ports);
    }

    /** Name of the switch. */
    public String name() {
        return name;
    }

    /** ONOS's id of the device, by which the policy knows its ports. */
    public String device() {
        return device;
    }

    /** Cells of its buffer. */
    public int bufferCells() {
        return bufferCells;
    }

    /** Its ports. */
    public List<Port> ports() {
        return ports;
    }

    /** One port. Immutable. */
    public static final class Port {
        private final int id;
        private final int connector;
        private final int channel;
        private final long speedBps;
        private final int mtu;
        private final String fec;
        private final String autoneg;

        private Port(JsonFields fields, Asic asic) {
            id = (int) fields.integer("id", 1, MAX_ID);
            connector = (int) fields.integer("connector", 1, MAX_CONNECTOR);
            channel =
                    fields.has("channel") ? (int) fields.integer("channel", 0, asic.channels()) : 0;
            speedBps = fields.integer("speedBps", 1, Long.MAX_VALUE);
            if (!asic.allows(speedBps)) {
                throw fields.refuse(
                        "speedBps",
                        "must be one of "
                                + asic.speeds()
                                + " on "
                                + asic.optionName()
                                + ", was "
                                + speedBps);
            }
            mtu = fields.has("mtu") ? (int) fields.integer("mtu", MIN_MTU, MAX_MTU) : 0;
            fec = fields.has("fec") ? fields.oneOf("fec", "on", "off", "auto") : "off";
            autoneg = fields.has("autoneg") ? fields.oneOf("autoneg", "on", "off", "auto") : "auto";
        }

        /** Number in P4Runtime and in the policy. */
        public int id() {
            return id;
        }

        /** Connector on the front, from 1. */
        public int connector() {
            return connector;
        }

        /** Channel of a split connector, from 1; 0 if it is not split. */
        public int channel() {
            return channel;
        }

        /** Speed, bit/s. */
        public long speedBps() {
            return speedBps;
        }

        /** Largest frame, bytes; 0 for what the driver has. */
        public int mtu() {
            return mtu;
        }

        /** {@code on}, {@code off} or {@code auto}. */
        public String fec() {
            return fec;
        }

        /** {@code on}, {@code off} or {@code auto}. */
        public String autoneg() {
            return autoneg;
        }

        /** Connector and channel, e.g. {@code 1/0}. */
        public String name() {
            return connector + "/" + channel;
        }
    }
}
