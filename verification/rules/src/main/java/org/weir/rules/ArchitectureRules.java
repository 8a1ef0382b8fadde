// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tests of a module's shape. The {@code ArchitectureTest} of a module inherits them and names
 * the packages that the module must not depend on, after the table of {@code docs/architecture.md}.
 * They read the folder in which they run.
 */
public abstract class ArchitectureRules {

    /** The compiled classes of the module, without its tests. */
    protected static final JavaClasses CLASSES =
            new ClassFileImporter().importPath(Path.of("target", "classes"));

    private static final long MAX_SOURCE_FILES = 25;

    private final List<String> forbidden;

    /**
     * The rules of a module.
     *
     * @param forbidden packages that it must not depend on, as ArchUnit writes them, such as {@code
     *     org.weir.lab..}
     */
    protected ArchitectureRules(String... forbidden) {
        this.forbidden = List.of(forbidden);
    }

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

    @Test
    void javadocSaysWhatAThingIs() throws IOException {
        assertThat(JavadocOpenings.in(Path.of("src", "main", "java")))
                .as("Javadoc that opens with a question word (CONTRIBUTING.md, Documents)")
                .filteredOn(found -> unreadJavadoc().stream().noneMatch(found::startsWith))
                .isEmpty();
    }

    /**
     * Folders whose Javadoc is not checked, as paths from the module's folder; none unless a module
     * overrides this.
     */
    protected List<String> unreadJavadoc() {
        return List.of();
    }

    @Test
    void dependsOnlyOnWhatTheArchitectureAllows() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden.toArray(String[]::new))
                .check(CLASSES);
    }
}
