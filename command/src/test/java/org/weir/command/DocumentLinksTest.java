// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.rules.ChecksCommittedFile;

/** Links of documents lead to files of the repository, and to headings that these have. */
@ChecksCommittedFile
class DocumentLinksTest {
    @TempDir Path folder;

    private static List<String> broken(Path document) throws IOException {
        List<String> broken = new ArrayList<>();
        for (String link : new MarkdownPage(document).links()) {
            if (link.matches("[a-z]+:.*")) {
                continue;
            }
            int hash = link.indexOf('#');
            String file = hash < 0 ? link : link.substring(0, hash);
            Path target = file.isEmpty() ? document : document.resolveSibling(file).normalize();
            if (!Files.exists(target)) {
                broken.add(document + ": " + link + ": no such file");
            } else if (hash >= 0
                    && target.toString().endsWith(".md")
                    && !new MarkdownPage(target).anchors().contains(link.substring(hash + 1))) {
                broken.add(document + ": " + link + ": no such heading");
            }
        }
        return broken;
    }

    @Test
    void linksOfDocumentsLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : Documents.all()) {
            links += new MarkdownPage(document).links().size();
            broken.addAll(broken(document));
        }
        assertThat(links).isGreaterThan(300);
        assertThat(broken).isEmpty();
    }

    /** Every document of docs/ is in the list by kind, from which the site's contents are made. */
    @Test
    void theListHasEveryDocument() throws IOException {
        Path docs = Documents.HOME.resolve("docs");
        Set<Path> listed = new TreeSet<>();
        for (String link : new MarkdownPage(docs.resolve("README.md")).links()) {
            listed.add(docs.resolve(link.replaceAll("#.*", "")).normalize());
        }
        List<Path> missing =
                Documents.all().stream()
                        .filter(file -> file.startsWith(docs) && !file.endsWith("README.md"))
                        .map(Path::normalize)
                        .filter(file -> !listed.contains(file))
                        .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void findsWhatIsBroken() throws IOException {
        Files.writeString(folder.resolve("other.md"), "# One's *way* (λ)\n\n## Two\n\n## Two\n");
        Path page =
                Files.writeString(
                        folder.resolve("page.md"),
                        """
                        # Here

                        [a](other.md#ones-way-λ) [b](other.md#two-1) [c](#here) [d](https://x.org/y)
                        [e](none.md) [f](other.md#three) [g](#there) ![h](none.png) `[i](code.md)`

                        ```
                        [j](fenced.md)
                        ```
                        """);
        assertThat(broken(page))
                .containsExactly(
                        page + ": none.md: no such file",
                        page + ": other.md#three: no such heading",
                        page + ": #there: no such heading",
                        page + ": none.png: no such file");
    }
}
