// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

/** A build of Weir's program for Tofino. The drivers load it when they start. */
public enum ProgramBuild {
    /** CoDel and reverse path marking. */
    WEIR("weir", ""),

    /** ABC (docs/abc.md) in place of both. */
    WEIR_ABC("weir_abc", ".abc");

    private final String program;
    private final String pipeconfEnd;

    ProgramBuild(String program, String pipeconfEnd) {
        this.program = program;
        this.pipeconfEnd = pipeconfEnd;
    }

    /**
     * The build that a policy needs.
     *
     * @param usesActivity true if a port of the policy has the AQM scheme {@code abc}
     */
    public static ProgramBuild of(boolean usesActivity) {
        return usesActivity ? WEIR_ABC : WEIR;
    }

    /** The program's name, and that of its folder of compiled files. */
    String program() {
        return program;
    }

    /** ONOS's id of the program on an ASIC. */
    public String pipeconf(Asic asic) {
        return asic.pipeconf() + pipeconfEnd;
    }
}
