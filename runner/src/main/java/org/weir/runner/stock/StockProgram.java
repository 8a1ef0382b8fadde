// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.weir.runner.shell.Command;

/**
 * An installed {@code simple_switch_grpc}, checked.
 *
 * @param file the program
 * @param version as it tells it
 * @param notifies true if it was built with nanomsg and sends notifications to a socket
 */
public record StockProgram(Path file, String version, boolean notifies) {
    /** Name of the program, and the value of {@code --switch} that asks for it. */
    public static final String NAME = "simple_switch_grpc";

    /** Options that the program must offer. */
    private static final List<String> OPTIONS =
            List.of("--grpc-server-addr", "--cpu-port", "--priority-queues", "--thrift-port");

    /**
     * Finds and checks the program and what a network of it needs of this machine.
     *
     * @param path of the program; null to look for it on the PATH
     * @throws IOException in one line, when something is missing or not permitted
     */
    public static StockProgram find(Path path) throws IOException {
        Path file = locate(path);
        String help = check(file);
        String version = Command.run(List.of(file.toString(), "--version"), "").firstLine();
        checkMachine();
        return new StockProgram(file, version, Notifications.areOffered(help));
    }

    private static Path locate(Path path) throws IOException {
        if (path == null) {
            return Command.find(NAME)
                    .orElseThrow(
                            () ->
                                    new StockException(
                                            NAME
                                                    + " is not on the PATH: install BMv2 with its"
                                                    + " P4Runtime server (package p4lang-bmv2), or"
                                                    + " give "
                                                    + NAME
                                                    + "=PATH"));
        }
        if (!Command.isProgram(path)) {
            throw new StockException(path + " is not a program that can be run");
        }
        return path.toAbsolutePath();
    }

    /** Returns the text of its help. */
    private static String check(Path file) throws IOException {
        Command.Outcome help = Command.run(List.of(file.toString(), "--help"), "");
        for (String option : OPTIONS) {
            if (!help.output().contains(option)) {
                throw new StockException(
                        file
                                + " has no option "
                                + option
                                + ": a recent "
                                + NAME
                                + ", built with Thrift, is needed (BMv2 1.15.5 is known to do)");
            }
        }
        return help.output();
    }

    /** Root is asked first: without it the other answers are only puzzling. */
    private static void checkMachine() throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new StockException("stock BMv2's network namespaces need Linux");
        }
        if (!isRoot()) {
            throw new StockException(
                    "stock BMv2 needs root, for network namespaces and veth interfaces;"
                            + " run ./weir up as root, or without --switch");
        }
        if (Command.find("ip").isEmpty()) {
            throw new StockException(
                    "ip is not on the PATH; on Debian and Ubuntu: apt-get install iproute2");
        }
        String probe = StockPlan.namespace(ProcessHandle.current().pid(), StockPlan.PROBE_INDEX);
        Command.Outcome made = Command.run(List.of("ip", "netns", "add", probe), "");
        if (made.exitCode() != 0) {
            throw new StockException(
                    "network namespaces are not permitted here: " + made.firstLine());
        }
        Command.Outcome veth =
                Command.run(
                        List.of("ip", "-n", probe, "link", "add", "name", "v1", "type", "veth"),
                        "");
        Command.require(List.of("ip", "netns", "del", probe), "");
        if (veth.exitCode() != 0) {
            throw new StockException("veth interfaces are not permitted here: " + veth.firstLine());
        }
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return false;
        }
    }
}
