// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Links and headings of a document in Markdown. */
final class MarkdownPage {
    private static final Pattern FENCED =
            Pattern.compile("(?ms)^([ \t]*)(```+|~~~+).*?^\\1\\2[ \t]*$");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK =
            Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    private final String text;

    MarkdownPage(Path file) throws IOException {
        this(Files.readString(file));
    }

    MarkdownPage(String text) {
        this.text = FENCED.matcher(text).replaceAll("");
    }

    /** Targets of the links and images outside code. */
    List<String> links() {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("code"));
        while (link.find()) {
            links.add(link.group(1));
        }
        return links;
    }

    /** Names that a link to a place in the page can have after #, as GitHub makes them. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        Matcher heading = HEADING.matcher(text);
        while (heading.find()) {
            String name =
                    heading.group(1)
                            .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]", "")
                            .replace(' ', '-');
            int earlier = seen.merge(name, 1, Integer::sum) - 1;
            anchors.add(earlier == 0 ? name : name + "-" + earlier);
        }
        Matcher anchor = ANCHOR.matcher(text);
        while (anchor.find()) {
            anchors.add(anchor.group(1));
        }
        return anchors;
    }
}
