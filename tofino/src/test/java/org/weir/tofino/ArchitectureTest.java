// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.onosproject..",
                "org.onlab..",
                "org.weir.app..",
                "org.weir.bmv2..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..");
    }
}
