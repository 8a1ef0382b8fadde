// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineInterpreter;

/**
 * What a program was compiled for, and what differs from one to the next: ports, drivers and who
 * keeps the weights. Everything else is the same on all of them ({@link P4Limits}).
 */
public enum SwitchTarget {

    /** BMv2, the v1model program. */
    BMV2(
            "org.weir.v1model",
            Set.of("bmv2", "stratum-bmv2"),
            V1ModelInterpreter.class,
            "1..63",
            255,
            255,
            0,
            0) {
        @Override
        public boolean managed(long port) {
            return port >= 1 && port <= 63;
        }

        @Override
        public long pipe(long port) {
            return 0;
        }

        @Override
        public double rateWindowUs(long us) {
            return us;
        }

        @Override
        int portIndex(long port) {
            return (int) port;
        }
    },

    /** Tofino, the TNA program. Its ports are the ASIC's own, 128 for each pipe. */
    TOFINO(
            "org.weir.tna",
            Set.of("stratum-tofino", "barefoot"),
            TnaInterpreter.class,
            "1..511 whose number within their pipe (modulo 128) is 0..63",
            64,
            68,
            128,
            64) {
        @Override
        public boolean managed(long port) {
            // P4Runtime has no port 0.
            return port >= 1
                    && port <= P4Limits.MAX_PORT
                    && port % PORTS_PER_PIPE < MANAGED_PER_PIPE;
        }

        @Override
        int portIndex(long port) {
            return (int) (port / PORTS_PER_PIPE * MANAGED_PER_PIPE + port % PORTS_PER_PIPE);
        }
    },

    /**
     * Tofino 2, the TNA program compiled as T2NA. Its ports are the ASIC's own, 128 for each pipe.
     */
    TOFINO2(
            "org.weir.t2na",
            Set.of("stratum-tofino", "barefoot"),
            T2naInterpreter.class,
            "1..511 whose number within their pipe (modulo 128) is 8..71",
            2,
            6,
            128,
            64) {
        @Override
        public boolean managed(long port) {
            long inPipe = port % PORTS_PER_PIPE;
            return port >= 0
                    && port <= P4Limits.MAX_PORT
                    && inPipe >= FIRST_IN_PIPE
                    && inPipe < FIRST_IN_PIPE + MANAGED_PER_PIPE;
        }

        @Override
        int portIndex(long port) {
            // The last eight ports of a pipe take the places of the eight that it cannot have.
            return (int) (port / PORTS_PER_PIPE * MANAGED_PER_PIPE + port % MANAGED_PER_PIPE);
        }
    };

    // As pipelines/tna/ports.p4 and sizes.p4 have them.
    private static final int PORTS_PER_PIPE = 128;
    private static final int MANAGED_PER_PIPE = 64;
    private static final int FIRST_IN_PIPE = 8;

    private final PiPipeconfId pipeconf;
    private final Set<String> drivers;
    private final Class<? extends PiPipelineInterpreter> interpreter;
    private final String managedPorts;
    private final int cpuPort;
    private final int feedbackPort;
    private final int feedbackCopyBytes;
    private final int reportCopyBytes;

    SwitchTarget(
            String pipeconf,
            Set<String> drivers,
            Class<? extends PiPipelineInterpreter> interpreter,
            String managedPorts,
            int cpuPort,
            int feedbackPort,
            int feedbackCopyBytes,
            int reportCopyBytes) {
        this.pipeconf = new PiPipeconfId(pipeconf);
        this.drivers = drivers;
        this.interpreter = interpreter;
        this.managedPorts = managedPorts;
        this.cpuPort = cpuPort;
        this.feedbackPort = feedbackPort;
        this.feedbackCopyBytes = feedbackCopyBytes;
        this.reportCopyBytes = reportCopyBytes;
    }

    /** Id under which devices name the program in the network configuration. */
    public PiPipeconfId pipeconf() {
        return pipeconf;
    }

    /** Names of the ONOS drivers that can load the program. */
    public Set<String> drivers() {
        return drivers;
    }

    /** Translates for the program. */
    Class<? extends PiPipelineInterpreter> interpreter() {
        return interpreter;
    }

    /**
     * Whether the queues of a port can be managed.
     *
     * @param port port number in P4Runtime
     * @return whether the program keeps queues for it
     */
    public abstract boolean managed(long port);

    /**
     * The pipe of a port. Pipes share no memory: what a program keeps of a flow in one, such as
     * what reverse path marking owes it, is not known in another.
     *
     * @param port port number in P4Runtime
     * @return 0 to 3; 0 for every port of BMv2
     */
    public long pipe(long port) {
        return port / PORTS_PER_PIPE;
    }

    /**
     * How long the windows over which the program measures arrival rates really are. A Tofino's
     * clock counts nanoseconds, and a window is a power of two of them: 2.4 % more than asked for.
     *
     * @param us the length asked for, µs
     * @return the length that it has, µs
     */
    public double rateWindowUs(long us) {
        return 1.024 * us;
    }

    /** Whether the program can tell a class by its rate, where its threshold is 0. */
    public boolean tellsByRate() {
        return this == BMV2;
    }

    /** Place of a managed port among the program's queues. */
    abstract int portIndex(long port);

    /** Which ports {@link #managed} are, for messages. */
    public String managedPorts() {
        return managedPorts;
    }

    /**
     * Port by which the controller's packets come and go, unless the board has it elsewhere: 64 of
     * the Tofino model, port 2 (the Ethernet one) of a Tofino 2.
     */
    public int cpuPort() {
        return cpuPort;
    }

    /**
     * Port to which the copies go of which feedback packets are made: a recirculation port, but for
     * BMv2, whose program recirculates them itself wherever they go.
     */
    public int feedbackPort() {
        return feedbackPort;
    }

    /**
     * Bytes to which the switch cuts copies for feedback packets; 0 where the program does it. A
     * Tofino's recirculation port has room for all of them only so (docs/tofino.md).
     */
    public int feedbackCopyBytes() {
        return feedbackCopyBytes;
    }

    /** Bytes to which the switch cuts copies for reports; 0 where the program does it. */
    public int reportCopyBytes() {
        return reportCopyBytes;
    }

    /**
     * Index of a queue in the program's counters.
     *
     * @param port port number
     * @param classIndex class, 0..7
     * @return index, the port's place times 8 plus the class
     * @throws IllegalArgumentException if a number is out of its range
     */
    public int queueIndex(long port, int classIndex) {
        if (!managed(port)) {
            throw new IllegalArgumentException(
                    "port " + port + ": the program manages ports " + managedPorts);
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

    /**
     * The target of a program.
     *
     * @param pipeconf id of its pipeconf
     * @return empty if the pipeconf is not Weir's
     */
    public static Optional<SwitchTarget> of(String pipeconf) {
        return Arrays.stream(values())
                .filter(target -> target.pipeconf.toString().equals(pipeconf))
                .findFirst();
    }
}
