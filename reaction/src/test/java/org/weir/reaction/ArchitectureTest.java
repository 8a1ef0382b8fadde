// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.onosproject..",
                "org.onlab..",
                "org.weir.agent..",
                "org.weir.app..",
                "org.weir.bench..",
                "org.weir.bmv2..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..",
                "org.weir.runner..",
                "org.weir.tofino..");
    }
}
