// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.time.Timeline;

/** A program with its entries, and the packets that are run through it. */
interface Traffic {

    /** Name of the program in the output. */
    String name();

    /** The program, as p4c writes it. */
    byte[] program() throws IOException;

    /** Ports by which packets come in and go out. */
    List<Integer> ports();

    /** Loads program and entries into a switch that has nothing yet. */
    void load(Switch device, Timeline timeline) throws ProgramException, IOException;

    /**
     * Writes the packets of a port into a capture file; times of all ports together give the order.
     */
    void write(Path file, int port, int packets) throws IOException;
}
