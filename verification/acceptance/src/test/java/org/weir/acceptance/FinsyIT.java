// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * finsy of PyPI, unmodified, against the switch. Looked for in {@code .weir/finsy}, a virtual
 * environment.
 */
class FinsyIT {

    @TempDir Path folder;

    @Test
    void unmodifiedFinsyDrivesEveryKindOfEntity() throws Exception {
        ScriptedController.run(
                folder, "finsy", "finsy_entities.py", "all entities, packets, digests");
    }
}
