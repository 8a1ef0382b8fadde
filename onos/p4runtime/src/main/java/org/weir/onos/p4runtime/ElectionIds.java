// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import java.math.BigInteger;
import java.util.Optional;
import org.onosproject.net.DeviceId;

/**
 * Remembers, per device, the highest election id that was used or seen.
 *
 * <p>A P4Runtime server refuses mastership to an id lower than one it has already granted, and it
 * outlives controllers: an ONOS that starts again must not begin below where it stopped.
 */
public interface ElectionIds {

    /** Least id of a controller (P4Runtime 1.3, section 5: 0 is none). */
    BigInteger LEAST = BigInteger.ONE;

    /**
     * Least id with which mastership is claimed, as ONOS makes it in the first term; those below
     * are left to standby nodes.
     */
    BigInteger LEAST_OF_PRIMARY = BigInteger.valueOf(20);

    /** Greatest id that P4Runtime's 128 bits hold. Nobody can outbid it. */
    BigInteger GREATEST = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);

    /**
     * The id with which to claim mastership.
     *
     * @param highest highest id that was used or seen; null for none
     * @param wanted id that ONOS's mastership asks for
     * @return an id above the highest one. If there is none, the wanted one: it is the right one as
     *     soon as the switch has been started again.
     */
    static BigInteger next(BigInteger highest, BigInteger wanted) {
        BigInteger least = wanted.max(LEAST_OF_PRIMARY);
        boolean isOutbid = highest != null && highest.compareTo(GREATEST) < 0;
        return isOutbid ? least.max(highest.add(BigInteger.ONE)) : least;
    }

    /**
     * The id with which this node's stream is open while another node is master. It is below every
     * id that claims mastership, and no other node has it: a switch ends the stream of a second
     * client with the same id.
     */
    BigInteger standby();

    /**
     * Returns an id that no one has used on the device, not lower than wanted, and remembers it. A
     * node that has not heard of its term's end yet gets none: it would outbid the new master,
     * which would outbid it in turn.
     *
     * @param device the device
     * @param wanted the id ONOS's mastership asks for, which rises with the term
     * @return the id to claim mastership with; empty if it has been claimed in a later term, or if
     *     that cannot be found out
     */
    Optional<BigInteger> claim(DeviceId device, BigInteger wanted);

    /**
     * Takes note of an id that the device reported for another controller.
     *
     * @param device the device
     * @param electionId the id of the device's primary controller
     */
    void seen(DeviceId device, BigInteger electionId);
}
