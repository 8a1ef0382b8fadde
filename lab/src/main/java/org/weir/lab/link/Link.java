// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.link;

import org.weir.lab.engine.Engine;

/**
 * A full-duplex cable between two ports. It has a delay and may lose frames at random; the rate
 * belongs to the ports that send into it.
 */
public final class Link {
    private final String name;
    private final Direction forward;
    private final Direction backward;
    private boolean up = true;

    /**
     * @param name for messages, for example {@code h1-s1}
     * @param delayNs time from the last bit sent to the last bit received, ns, not negative
     * @param lossFraction probability that a frame is lost, 0 to 1
     * @param seed of the losses; the two directions lose independently
     */
    public Link(Engine engine, String name, long delayNs, double lossFraction, long seed) {
        this.name = name;
        forward = new Direction(engine, delayNs, lossFraction, seed);
        backward = new Direction(engine, delayNs, lossFraction, ~seed);
    }

    /** Direction from the first end to the second. */
    public Direction forward() {
        return forward;
    }

    /** Direction from the second end to the first. */
    public Direction backward() {
        return backward;
    }

    /** Name for messages. */
    public String name() {
        return name;
    }

    /** Whether frames pass. */
    public boolean isUp() {
        return up;
    }

    /** Cuts or joins the cable; frames under way when it is cut are lost and counted. */
    public void setUp(boolean up) {
        this.up = up;
        forward.setUp(up);
        backward.setUp(up);
    }
}
