// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;
import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.weir.app..",
                "org.weir.bmv2..",
                "org.weir.cli..",
                "org.weir.lab..",
                "org.weir.onos..");
    }

    @Test
    void ofControlUsesTheSchedulerAndTheUnitOfDepthAlone() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.weir.control..")
                                .and(
                                        resideOutsideOfPackages(
                                                "org.weir.control.scheduler",
                                                "org.weir.control.depth")))
                .check(CLASSES);
    }

    @Test
    void onlyTheTofinoPlatformUsesTofinosClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.weir.pipelines.platform.tofino")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.weir.tofino..")
                .check(CLASSES);
    }
}
