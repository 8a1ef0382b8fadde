// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

/** Assembly that the model does not know or that contradicts itself, or a packet that shows it. */
public final class AssemblyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int line;

    public AssemblyException(int line, String message) {
        super("line " + line + ": " + message);
        this.line = line;
    }

    /** The assembly's line, from 1. */
    public int line() {
        return line;
    }
}
