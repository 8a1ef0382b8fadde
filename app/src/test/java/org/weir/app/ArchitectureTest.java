// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "io.grpc..",
                "org.weir.bmv2..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines.platform.*..",
                "org.weir.tofino..");
    }
}
