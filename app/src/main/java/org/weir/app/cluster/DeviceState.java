// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.List;
import java.util.stream.Collectors;
import org.weir.app.ControlledDevice;
import org.weir.app.DeviceView;
import org.weir.app.PortView;

/** A switch as the instance that controls it shows it. Immutable. */
public final class DeviceState {

    private final long timeMs;
    private final DeviceView device;
    private final List<PortView> ports;
    private final ControlledDevice term;

    /**
     * A state.
     *
     * @param timeMs time on the wall clock of the instance, ms since 1970
     * @param device the switch
     * @param ports its ports under control
     * @param term the instance's term, and how far it is
     */
    public DeviceState(
            long timeMs, DeviceView device, List<PortView> ports, ControlledDevice term) {
        this.timeMs = timeMs;
        this.device = device;
        this.ports = List.copyOf(ports);
        this.term = term;
    }

    /** The same state with ports whose present figures are unknown. */
    DeviceState withoutMeasurements() {
        return new DeviceState(
                timeMs,
                device,
                ports.stream().map(port -> port.withMeasured(false)).collect(Collectors.toList()),
                term);
    }

    /** Time on the wall clock of the instance, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** The switch. */
    public DeviceView device() {
        return device;
    }

    /** Its ports under control. */
    public List<PortView> ports() {
        return ports;
    }

    /** The instance's term, and how far it is. */
    public ControlledDevice term() {
        return term;
    }
}
