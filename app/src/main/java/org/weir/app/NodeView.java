// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;
import java.util.Objects;

/** An instance of ONOS and the switches that it controls. */
public final class NodeView {

    private final String id;
    private final String address;
    private final boolean ready;
    private final List<ControlledDevice> devices;

    /**
     * An instance.
     *
     * @param id its id in ONOS's cluster
     * @param address its IP address
     * @param ready whether this instance hears of it and its services run
     * @param devices switches that it controls, by id; none of an instance that is lost
     */
    public NodeView(String id, String address, boolean ready, List<ControlledDevice> devices) {
        this.id = Objects.requireNonNull(id);
        this.address = Objects.requireNonNull(address);
        this.ready = ready;
        this.devices = List.copyOf(devices);
    }

    /** Its id in ONOS's cluster. */
    public String id() {
        return id;
    }

    /** Its IP address. */
    public String address() {
        return address;
    }

    /** Whether this instance hears of it and its services run. */
    public boolean isReady() {
        return ready;
    }

    /** Switches that it controls, by id. */
    public List<ControlledDevice> devices() {
        return devices;
    }
}
