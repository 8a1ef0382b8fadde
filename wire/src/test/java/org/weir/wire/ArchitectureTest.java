// SPDX-License-Identifier: Apache-2.0
package org.weir.wire;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;
import org.weir.rules.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {

    @Test
    void dependsOnJavaAlone() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org..", "com..", "io..", "javax..")
                                .and(resideOutsideOfPackage("org.weir.wire..")))
                .check(CLASSES);
    }
}
