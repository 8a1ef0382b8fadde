// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.onosproject..",
                "org.onlab..",
                "org.weir.app..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..",
                "org.weir.pipelines..",
                "org.weir.runner..");
    }
}
