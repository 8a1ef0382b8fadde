// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import org.weir.control.policy.PolicyException;

/** A network file that cannot be used. The message is one line: file, field and the rule broken. */
public final class NetworkFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param file the file's name
     * @param field path of the field, for example {@code hosts[2].mac}; empty for the whole file
     * @param rule the rule that the field breaks
     */
    public NetworkFileException(String file, String field, String rule) {
        super(file + ": " + (field.isEmpty() ? "" : field + ": ") + rule);
    }

    /** The refusal of a field. */
    NetworkFileException(PolicyException refusal) {
        super(refusal.getMessage(), refusal);
    }
}
