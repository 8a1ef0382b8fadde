// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "io.grpc..",
                "org.onosproject..",
                "org.onlab..",
                "org.weir.app..",
                "org.weir.bench..",
                "org.weir.bmv2.p4runtime..",
                "org.weir.bmv2.traffic..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..",
                "org.weir.runner..",
                "org.weir.tofino..");
    }
}
