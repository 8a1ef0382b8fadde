// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The repository's documents in Markdown. */
final class Documents {
    /** The repository. */
    static final Path HOME = Path.of("..");

    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".weir", "node_modules");

    private Documents() {}

    /** All of them, without those of builds. */
    static List<Path> all() throws IOException {
        List<Path> documents = new ArrayList<>();
        Files.walkFileTree(
                HOME,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return NOT_OURS.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(".md")) {
                            documents.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        documents.sort(null);
        return documents;
    }
}
