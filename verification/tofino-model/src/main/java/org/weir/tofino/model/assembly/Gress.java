// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

/** Half of a pipe: before the traffic manager, or behind it. */
public enum Gress {
    INGRESS,
    EGRESS;

    public String assemblyName() {
        return this == INGRESS ? "ingress" : "egress";
    }
}
