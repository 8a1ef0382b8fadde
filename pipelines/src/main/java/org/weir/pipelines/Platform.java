// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.weir.control.depth.DepthUnit;
import org.weir.control.scheduler.SchedulerType;

/**
 * A platform that a switch program is compiled for, with all that differs from one to the next.
 * That is the program's files, ONOS's drivers and interpreter, ports, scheduler and capabilities.
 * Everything else is the same on all platforms ({@link P4Limits}). One object per platform.
 */
public abstract class Platform {

    /** Name of the P4Info, which every program has. */
    static final String P4INFO = "weir.p4info.txtpb";

    private final PiPipeconfId pipeconf;
    private final Set<String> drivers;

    /**
     * A platform.
     *
     * @param pipeconf id under which devices name the program in the network configuration
     * @param drivers names of the ONOS drivers that can load the program
     */
    protected Platform(String pipeconf, Set<String> drivers) {
        this.pipeconf = new PiPipeconfId(pipeconf);
        this.drivers = Set.copyOf(drivers);
    }

    /** Id under which devices name the program in the network configuration. */
    public final PiPipeconfId pipeconf() {
        return pipeconf;
    }

    /** Names of the ONOS drivers that can load the program. */
    public final Set<String> drivers() {
        return drivers;
    }

    /**
     * The target that the program is compiled for, for example {@code tofino2}. Programs of one
     * target differ in the parts that they have.
     */
    public abstract String target();

    /**
     * True if ABC's meter and average have fixed windows, and its &gamma; is a power of two ({@link
     * WindowedActivity}); false if they are as the policy says.
     */
    public boolean hasWindowedActivity() {
        return false;
    }

    /** Class of the interpreter; it has a public constructor without parameters. */
    protected abstract Class<? extends PiPipelineInterpreter> interpreter();

    /** Folder with the program's files in {@code compiled/onos}, without a slash at its end. */
    protected abstract String folder();

    /** Names of the program's files besides the P4Info. */
    protected abstract List<String> binaries();

    /**
     * The program as a pipeconf has it, without P4Info and CPU port.
     *
     * @param files gives the place of each file of {@link #binaries} by its name
     * @return the extensions of the pipeconf
     * @throws IOException if a file cannot be read
     */
    protected abstract Map<ExtensionType, URL> extensions(Function<String, URL> files)
            throws IOException;

    /** Paths of all files of the program in {@code compiled/onos}. */
    final List<String> paths() {
        List<String> paths = new ArrayList<>();
        paths.add(path(P4INFO));
        binaries().forEach(name -> paths.add(path(name)));
        return paths;
    }

    /**
     * Path of a file of the program.
     *
     * @param name name of the file
     * @return its path in {@code compiled/onos}
     */
    final String path(String name) {
        return folder() + "/" + name;
    }

    /**
     * Whether the queues of a port can be managed.
     *
     * @param port port number in P4Runtime
     * @return whether the program keeps queues for it
     */
    public abstract boolean managed(long port);

    /** The ports for which {@link #managed} is true, for messages. */
    public abstract String managedPorts();

    /**
     * Place of a managed port among the program's queues.
     *
     * @param port port number in P4Runtime
     * @return 0 or more; the port's queues begin at 8 times this
     */
    protected abstract int portIndex(long port);

    /**
     * Port by which the controller's packets come and go, unless the board has it elsewhere: 64 of
     * the Tofino model, port 2 (the Ethernet one) of a Tofino 2.
     */
    public abstract int cpuPort();

    /**
     * Port to which the copies go of which feedback packets are made: a recirculation port, but for
     * BMv2, whose program recirculates them itself wherever they go.
     */
    public abstract int feedbackPort();

    /**
     * Bytes to which the switch cuts copies for feedback packets; 0 where the program does it. A
     * Tofino's recirculation port has room for all of them only so (docs/tofino.md).
     */
    public int feedbackCopyBytes() {
        return 0;
    }

    /** Bytes to which the switch cuts copies for reports; 0 where the program does it. */
    public int reportCopyBytes() {
        return 0;
    }

    /**
     * The pipe of a port. Pipes share no memory: a program's state of a flow in one, such as the
     * marks that reverse path marking owes it, is not known in another.
     *
     * @param port port number in P4Runtime
     * @return the pipe, from 0; 0 for every port where there is one pipe
     */
    public long pipe(long port) {
        return 0;
    }

    /**
     * Real length of the windows over which the program measures arrival rates.
     *
     * @param us the length asked for, µs
     * @return the length that it has, µs
     */
    public double rateWindowUs(long us) {
        return us;
    }

    /**
     * True if the program counts delays in buckets that follow from the port's rate window; else
     * they are the coarsest at every port.
     */
    public boolean hasFineDelays() {
        return false;
    }

    /** The unit in which the program counts depths, thresholds and limits of queues. */
    public DepthUnit depthUnit() {
        return DepthUnit.PACKET;
    }

    /** Type of scheduler that keeps the weights; empty if they are settings of the program. */
    public Optional<SchedulerType> scheduler() {
        return Optional.empty();
    }

    /**
     * True if the program can mark the packets of a class by its arrival rate instead of its depth.
     */
    public boolean supportsRateBasedMarking() {
        return false;
    }

    /**
     * Whether the program returns a packet-out to the CPU port as a packet-in, by which a
     * controller learns that its packets have passed.
     */
    public boolean echoes() {
        return false;
    }

    /**
     * Index of a queue in the program's counters.
     *
     * @param port port number
     * @param classIndex class, 0..7
     * @return index, the port's place times 8 plus the class
     * @throws IllegalArgumentException if a number is out of its range
     */
    public final int queueIndex(long port, int classIndex) {
        if (!managed(port)) {
            throw new IllegalArgumentException(
                    "port " + port + ": the program manages ports " + managedPorts());
        }
        if (classIndex < 0 || classIndex >= P4Limits.CLASS_COUNT) {
            throw new IllegalArgumentException(
                    "class "
                            + classIndex
                            + ": the program has classes 0.."
                            + (P4Limits.CLASS_COUNT - 1));
        }
        return portIndex(port) * P4Limits.CLASS_COUNT + classIndex;
    }

    /** Id of the pipeconf. */
    @Override
    public final String toString() {
        return pipeconf.toString();
    }
}
