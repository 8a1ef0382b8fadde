// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import java.util.List;

/** An ASIC that Intel's model simulates. */
public enum Asic {
    TOFINO("tofino-model", "Tofino", List.of("TofinoB0", "Tofino"), "tofino", "org.weir.tna", 64),
    TOFINO_2("tofino2-model", "Tofino2", List.of("JBayB0", "JBay"), "tofino2", "org.weir.t2na", 2);

    /** Front ports of the first pipe: 64. */
    private static final int PORTS = 64;

    private final String kind;
    private final String family;
    private final List<String> chipTypes;
    private final String folder;
    private final String pipeconf;
    private final int cpuPort;

    Asic(
            String kind,
            String family,
            List<String> chipTypes,
            String folder,
            String pipeconf,
            int cpuPort) {
        this.kind = kind;
        this.family = family;
        this.chipTypes = chipTypes;
        this.folder = folder;
        this.pipeconf = pipeconf;
        this.cpuPort = cpuPort;
    }

    /** Value of {@code --switch} that asks for it. */
    public String kind() {
        return kind;
    }

    /** {@code chip_family} of the drivers' configuration. */
    String family() {
        return family;
    }

    /** The model's names of its revisions, the preferred one first. */
    List<String> chipTypes() {
        return chipTypes;
    }

    /** Name of the folder of Weir's compiled programs, and of their files before .bin. */
    String folder() {
        return folder;
    }

    /** ONOS's id of Weir's program without ABC. */
    String pipeconf() {
        return pipeconf;
    }

    /** The port to the controller. */
    int cpuPort() {
        return cpuPort;
    }

    /** Lowest number of a front port in a network file. */
    public int firstPort() {
        return this == TOFINO ? 1 : 8;
    }

    /** Highest number of a front port of the first pipe. */
    public int lastPort() {
        return this == TOFINO ? PORTS - 1 : PORTS + 7;
    }
}
