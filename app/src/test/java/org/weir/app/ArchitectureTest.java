// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shape of this module: cycles and sizes of its packages, and what it depends on. */
class ArchitectureTest {

    private static final long MAX_SOURCE_FILES = 25;

    private static final JavaClasses CLASSES =
            new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.weir.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmall() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            Map<Path, Long> sizes =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .collect(groupingBy(Path::getParent, counting()));
            assertThat(sizes)
                    .isNotEmpty()
                    .allSatisfy(
                            (folder, count) ->
                                    assertThat(count)
                                            .as("source files in %s", folder)
                                            .isLessThanOrEqualTo(MAX_SOURCE_FILES));
        }
    }

    /** The table of {@code docs/architecture.md}. */
    @Test
    void dependsOnlyOnWhatTheArchitectureAllows() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.grpc..",
                        "org.weir.bmv2..",
                        "org.weir.cli..",
                        "org.weir.lab..",
                        "org.weir.onos..",
                        "org.weir.pipelines.platform.*..",
                        "org.weir.tofino..")
                .check(CLASSES);
    }
}
