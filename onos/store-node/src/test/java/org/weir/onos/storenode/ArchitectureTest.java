// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.storenode;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.weir.app..",
                "org.weir.bmv2..",
                "org.weir.control..",
                "org.weir.lab..",
                "org.weir.pipelines..",
                "org.weir.runner..",
                "org.weir.tofino..");
    }
}
