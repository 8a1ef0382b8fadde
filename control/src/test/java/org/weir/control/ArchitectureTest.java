// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.onosproject..",
                "org.onlab..",
                "io.grpc..",
                "com.google..",
                "org.weir.app..",
                "org.weir.bmv2..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..",
                "org.weir.tofino..");
    }
}
