// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import java.math.BigInteger;
import org.onosproject.net.DeviceId;

/**
 * Remembers, per device, the highest election id that was used or seen.
 *
 * <p>A P4Runtime server refuses mastership to an id lower than one it has already granted, and it
 * outlives controllers: an ONOS that starts again must not begin below where it stopped.
 */
public interface ElectionIds {

    /**
     * Returns an id that no one has used on the device, not lower than wanted, and remembers it.
     *
     * @param device the device
     * @param wanted the id ONOS's mastership asks for
     * @return the id to claim mastership with
     */
    BigInteger claim(DeviceId device, BigInteger wanted);

    /**
     * Takes note of an id that the device reported for another controller.
     *
     * @param device the device
     * @param electionId the id of the device's primary controller
     */
    void seen(DeviceId device, BigInteger electionId);
}
