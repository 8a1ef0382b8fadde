// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.whatif;

import java.util.LinkedHashMap;
import java.util.Map;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;

/**
 * A network with the loads that were measured in it.
 *
 * @param spec switches, hosts and links, without flows; a switch has the name of its device in the
 *     policy
 * @param loadsBps by port under control, for each class its arrival rate, bit/s
 * @param packetBytes mean length of the frames of each class, bytes; 0 for a class without traffic
 */
public record MeasuredNetwork(
        NetworkSpec spec, Map<LinkSpec.End, double[]> loadsBps, double[] packetBytes) {

    /** Copies the map, in its order. */
    public MeasuredNetwork {
        loadsBps = new LinkedHashMap<>(loadsBps);
    }

    /**
     * The same network with more or less traffic of one class.
     *
     * @param factor of its loads, at least 0
     */
    public MeasuredNetwork scaled(int classIndex, double factor) {
        Map<LinkSpec.End, double[]> changed = new LinkedHashMap<>();
        loadsBps.forEach(
                (port, loads) -> {
                    double[] copy = loads.clone();
                    copy[classIndex] *= factor;
                    changed.put(port, copy);
                });
        return new MeasuredNetwork(spec, changed, packetBytes);
    }
}
