// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.weir.control.policy.PolicyFormat;

/** The JSON of the policy that runs with the version that it is. Immutable. */
public final class RunningPolicy {
    private final JsonNode configured;
    private final long version;

    /**
     * A policy that runs.
     *
     * @param configured its JSON in any known format; not copied, and not to be changed
     * @param version its version; 0 if the history cannot be read
     */
    public RunningPolicy(JsonNode configured, long version) {
        this.configured = configured;
        this.version = version;
    }

    /** Its JSON in the present format; a copy. */
    public ObjectNode document() {
        return (ObjectNode) PolicyFormat.present(configured.deepCopy());
    }

    /** Its version; 0 if the history cannot be read. */
    public long version() {
        return version;
    }

    /** The same edit, refused unless this version runs; any version if this one is not known. */
    public Edit edit(Edit edit) {
        return version == 0 ? edit : edit.of(version);
    }
}
