// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.InputException;
import org.weir.runner.stock.StockProgram;
import org.weir.runner.tofino.Asic;
import org.weir.runner.tofino.ProgramBuild;
import org.weir.runner.tofino.TofinoSoftware;

/**
 * Switches that {@code weir up} runs, its own, stock BMv2 or Intel's model: the value of {@code
 * --switch}.
 */
final class SwitchChoice {
    /** The switches of this process. */
    static final String OWN = "weir";

    private SwitchChoice() {}

    /**
     * Reads the value and checks that what it asks for is there.
     *
     * @return stock BMv2's program; empty for switches of this process
     */
    static Optional<StockProgram> parse(String text) throws InputException {
        if (text.equals(OWN) || asic(text).isPresent()) {
            return Optional.empty();
        }
        Path path = null;
        if (text.startsWith(StockProgram.NAME + "=")) {
            path = Path.of(text.substring(StockProgram.NAME.length() + 1));
        } else if (!text.equals(StockProgram.NAME)) {
            throw new InputException(
                    "--switch: must be "
                            + OWN
                            + ", "
                            + StockProgram.NAME
                            + "[=PATH], "
                            + Asic.TOFINO.kind()
                            + "[=FOLDER] or "
                            + Asic.TOFINO_2.kind()
                            + "[=FOLDER], not \""
                            + text
                            + "\"");
        }
        try {
            return Optional.of(StockProgram.find(path));
        } catch (IOException e) {
            throw new InputException("--switch: " + e.getMessage());
        }
    }

    private static Optional<Asic> asic(String text) {
        return Arrays.stream(Asic.values())
                .filter(each -> text.equals(each.kind()) || text.startsWith(each.kind() + "="))
                .findFirst();
    }

    /**
     * Reads the value and checks that what it asks for is there.
     *
     * @param topology the network file, for messages
     * @param build the build of Weir's program that the policy needs
     * @param home folder of Weir
     * @return Intel's model and drivers; empty for other switches
     */
    static Optional<TofinoSoftware> tofino(
            String text, Path topology, NetworkSpec network, ProgramBuild build, Path home)
            throws InputException {
        Optional<Asic> asic = asic(text);
        if (asic.isEmpty()) {
            return Optional.empty();
        }
        Asic wanted = asic.get();
        for (SwitchSpec each : network.switches()) {
            for (SwitchSpec.PortSpec port : each.ports()) {
                if (port.number() < wanted.firstPort() || port.number() > wanted.lastPort()) {
                    throw new InputException(
                            "%s: %s: with %s a port's number must be %d to %d, not %d"
                                    .formatted(
                                            topology,
                                            port.name(),
                                            wanted.kind(),
                                            wanted.firstPort(),
                                            wanted.lastPort(),
                                            port.number()));
                }
            }
        }
        String folder = text.substring(wanted.kind().length());
        try {
            return Optional.of(
                    TofinoSoftware.find(
                            wanted,
                            folder.isEmpty() ? null : Path.of(folder.substring(1)),
                            build,
                            home,
                            network.switches().size()));
        } catch (IOException e) {
            throw new InputException("--switch: " + e.getMessage());
        }
    }

    /**
     * Checks that stock BMv2 has all that a network file asks of its switches.
     *
     * @param topology the network file, for messages
     */
    static void requireStrictPriority(Path topology, NetworkSpec network) throws InputException {
        for (SwitchSpec each : network.switches()) {
            if (each.bufferBytes() != QueueConfig.UNLIMITED) {
                throw new InputException(
                        topology + ": " + each.name() + ": stock BMv2 has no bufferBytes");
            }
            for (SwitchSpec.PortSpec port : each.ports()) {
                PortTraffic strict = PortTraffic.strict(port.rateBps(), port.capacityPackets());
                if (!port.traffic().equals(strict)) {
                    throw new InputException(
                            topology
                                    + ": "
                                    + port.name()
                                    + ": with stock BMv2 a port has strict priority, without"
                                    + " ratePps, sharing, quantumBytes, queues and pfc");
                }
            }
        }
    }
}
