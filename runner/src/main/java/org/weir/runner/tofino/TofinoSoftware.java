// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/**
 * Intel's model and drivers as an SDE installs them, checked, and Weir's program for them.
 *
 * @param asic the ASIC to simulate
 * @param install installation folder of the SDE, with {@code bin}, {@code lib} and {@code share}
 * @param build the build of Weir's program
 * @param chipType number of the ASIC's revision that the model has
 * @param program folder of Weir's compiled program
 * @param weir the launcher, for {@code weir tofino p4runtime}
 */
public record TofinoSoftware(
        Asic asic, Path install, ProgramBuild build, int chipType, Path program, Path weir) {

    /** Environment variable that names the SDE's installation folder. */
    public static final String INSTALL = "SDE_INSTALL";

    /** Huge pages of 2 MiB that the drivers of one switch take: 81 for Tofino 2, 76 for Tofino. */
    static final int HUGE_PAGES = 90;

    private static final Pattern TYPES = Pattern.compile("Available types:([^)]*)\\)");
    private static final Pattern TYPE = Pattern.compile("(\\w+)=(\\d+)");
    private static final Pattern FREE_PAGES = Pattern.compile("HugePages_Free:\\s*(\\d+)");

    /**
     * Checks an installation and what a network of it needs of this machine.
     *
     * @param install installation folder; null for that of the environment
     * @param build the build of Weir's program
     * @param home folder of Weir
     * @param switches number of switches
     * @throws IOException in one line, when something is missing or not permitted
     */
    public static TofinoSoftware find(
            Asic asic, Path install, ProgramBuild build, Path home, int switches)
            throws IOException {
        Path folder = install == null ? fromEnvironment(asic) : install.toAbsolutePath();
        for (String name : List.of("bin/tofino-model", "bin/bf_switchd")) {
            if (!Command.isProgram(folder.resolve(name))) {
                throw new TofinoException(
                        folder + " has no program " + name + ": it is not an SDE's installation");
            }
        }
        Path program =
                home.resolve("pipelines/compiled/onos/tna")
                        .resolve(asic.folder())
                        .resolve(build.program());
        if (!Files.isReadable(program.resolve(asic.folder() + ".bin"))) {
            throw new TofinoException(
                    program + ": Weir's program for " + asic.family() + " is missing");
        }
        checkMachine(switches);
        int type = chipType(asic, folder);
        return new TofinoSoftware(
                asic, folder, build, type, program, home.resolve("weir").toAbsolutePath());
    }

    private static Path fromEnvironment(Asic asic) throws TofinoException {
        String named = System.getenv(INSTALL);
        if (named == null || named.isBlank()) {
            throw new TofinoException(
                    INSTALL
                            + " is not set: it must name the installation folder of an SDE with"
                            + " Intel's model, or give "
                            + asic.kind()
                            + "=FOLDER");
        }
        return Path.of(named).toAbsolutePath();
    }

    private static void checkMachine(int switches) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new TofinoException("Intel's model needs Linux");
        }
        if (!NetworkNamespaces.isRoot()) {
            throw new TofinoException(
                    "Intel's model needs root, for network namespaces and veth interfaces");
        }
        if (Command.find("ip").isEmpty()) {
            throw new TofinoException(
                    "ip is not on the PATH; on Debian and Ubuntu: apt-get install iproute2");
        }
        int free = freeHugePages(Files.readString(Path.of("/proc/meminfo")));
        if (free < switches * HUGE_PAGES) {
            throw new TofinoException(
                    "the drivers need "
                            + switches * HUGE_PAGES
                            + " free huge pages of 2 MiB, and there are "
                            + free
                            + "; sysctl -w vm.nr_hugepages=N makes more");
        }
    }

    static int freeHugePages(String meminfo) {
        Matcher free = FREE_PAGES.matcher(meminfo);
        return free.find() ? Integer.parseInt(free.group(1)) : 0;
    }

    private static int chipType(Asic asic, Path folder) throws IOException {
        Command.Outcome help =
                Command.run(
                        List.of(
                                "env",
                                "LD_LIBRARY_PATH=" + folder.resolve("lib"),
                                folder.resolve("bin/tofino-model").toString(),
                                "--help"),
                        "");
        return chipType(asic, help.output());
    }

    /** Number of the preferred revision that the model's help names. */
    static int chipType(Asic asic, String help) throws TofinoException {
        Matcher types = TYPES.matcher(help);
        String list = types.find() ? types.group(1) : "";
        for (String wanted : asic.chipTypes()) {
            Matcher each = TYPE.matcher(list);
            while (each.find()) {
                if (each.group(1).equals(wanted)) {
                    return Integer.parseInt(each.group(2));
                }
            }
        }
        throw new TofinoException(
                "tofino-model simulates no "
                        + asic.family()
                        + ", only:"
                        + (list.isBlank() ? " none" : list));
    }

    /** ONOS's id of the program. */
    public String pipeconf() {
        return build.pipeconf(asic);
    }

    /** Variables that the SDE's programs need. */
    Map<String, String> environment() {
        return Map.of(
                "LD_LIBRARY_PATH", install.resolve("lib").toString(),
                "SDE_INSTALL", install.toString());
    }
}
