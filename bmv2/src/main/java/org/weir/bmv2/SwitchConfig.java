// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import org.weir.bmv2.extern.ExternModules;

/**
 * Properties of a switch that do not change during its life.
 *
 * @param name for people
 * @param cpuPort number of the port whose frames go to the control plane, 0 to 510
 * @param recirculationNs time a packet takes from the end of a pass to the start of the next when
 *     it is resubmitted or recirculated, at least 1
 * @param seed of the program's random numbers
 * @param modules externs that programs may use beyond v1model's
 */
public record SwitchConfig(
        String name, int cpuPort, long recirculationNs, long seed, ExternModules modules) {

    /** The CPU port unless said otherwise. */
    public static final int DEFAULT_CPU_PORT = 255;

    private static final long DEFAULT_RECIRCULATION_NS = 500;

    /** Checks the values. */
    public SwitchConfig {
        if (cpuPort < 0 || cpuPort > 510) {
            throw new IllegalArgumentException(
                    "switch " + name + ": cpuPort " + cpuPort + " is not in 0..510");
        }
        if (recirculationNs < 1) {
            throw new IllegalArgumentException(
                    "switch "
                            + name
                            + ": recirculationNs must be at least 1, not "
                            + recirculationNs);
        }
    }

    /** A switch with the usual values. */
    public SwitchConfig(String name) {
        this(name, DEFAULT_CPU_PORT, DEFAULT_RECIRCULATION_NS, 1);
    }

    /** A switch whose programs use nothing but v1model's externs. */
    public SwitchConfig(String name, int cpuPort, long recirculationNs, long seed) {
        this(name, cpuPort, recirculationNs, seed, ExternModules.NONE);
    }

    /** The same with another CPU port. */
    public SwitchConfig withCpuPort(int other) {
        return new SwitchConfig(name, other, recirculationNs, seed, modules);
    }

    /** The same with other random numbers. */
    public SwitchConfig withSeed(long other) {
        return new SwitchConfig(name, cpuPort, recirculationNs, other, modules);
    }

    /** The same with externs of its own. */
    public SwitchConfig withModules(ExternModules other) {
        return new SwitchConfig(name, cpuPort, recirculationNs, seed, other);
    }
}
