// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.onos.p4runtime.PortLiveness;

/**
 * The ports of a switch whose state its program sees ({@link PortLiveness}), where the program has
 * a table for that. Used by one thread, the switch's.
 */
final class WatchedPorts {

    private static final long ANSWER_TIMEOUT_SECONDS = 15;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final SwitchServices services;
    private Set<Long> watched = Set.of();

    WatchedPorts(DeviceId deviceId, SwitchServices services) {
        this.deviceId = deviceId;
        this.services = services;
    }

    /** Takes the switch for one that has no entries, as after its restart. */
    void forget() {
        watched = Set.of();
    }

    /** Writes what has changed; tries again at the next call when the switch does not confirm. */
    void update(ManagementAddress address, Set<Long> ports) {
        if (ports.equals(watched)) {
            return;
        }
        try {
            Optional<PortLiveness> table =
                    services.pipeconfs.getPipeconf(address.pipeconf()).flatMap(PortLiveness::of);
            if (table.isPresent()) {
                table.get()
                        .install(services.clients.get(deviceId), address.p4DeviceId(), ports)
                        .get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
            watched = ports;
        } catch (ExecutionException | TimeoutException e) {
            log.warn("{}: its program does not see which ports are up: {}", deviceId, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
