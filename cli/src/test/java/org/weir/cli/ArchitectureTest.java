// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "io.grpc..",
                "org.weir.bmv2..",
                "org.weir.control..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..",
                "org.weir.tofino..");
    }
}
