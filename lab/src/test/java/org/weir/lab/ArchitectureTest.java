// SPDX-License-Identifier: Apache-2.0
package org.weir.lab;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;
import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    ArchitectureTest() {
        super(
                "org.onosproject..",
                "org.onlab..",
                "org.weir.app..",
                "org.weir.bench..",
                "org.weir.cli..",
                "org.weir.onos..",
                "org.weir.runner..",
                "org.weir.tofino..");
    }

    @Test
    void startsNoProcess() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ProcessBuilder.class, Process.class)
                .orShould()
                .callMethodWhere(
                        target(owner(equivalentTo(Runtime.class))).and(target(name("exec"))))
                .check(CLASSES);
    }
}
