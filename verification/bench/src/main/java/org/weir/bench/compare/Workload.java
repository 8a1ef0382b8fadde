// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.List;
import java.util.Random;
import org.weir.bmv2.controlplane.SwitchControl;

/** A program with entries and packets that make it do all it can. */
public interface Workload {

    /** Packets that may be under way at the same time when a program remembers nothing. */
    int WINDOW_WITHOUT_STATE = 16;

    /** The program's name, as {@code --program} takes it. */
    String name();

    /** The program, as p4c writes it. */
    byte[] program();

    /** Ports whose frames are looked at; frames come in by them too. */
    List<Integer> ports();

    /**
     * Packets that may be under way at the same time: one, unless they have no effect on each other
     * and each gives at most one frame.
     */
    default int window() {
        return 1;
    }

    /** Gives a switch that runs the program random entries and whatever else it needs. */
    void configure(SwitchControl control, Random random);

    /** A random frame; valid, cut short or damaged. */
    InputFrame frame(Random random);
}
