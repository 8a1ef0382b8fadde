// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Search for Javadoc that opens with a question word instead of saying what the thing is. Allowed
 * is "Number of ports under control.", refused "How many ports are under control."; the same holds
 * for the text of a {@code @param} or {@code @return}. A type must not open with "Whether", "Tells"
 * or "Says" either, which are good only for methods.
 */
final class JavadocOpenings {

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final String QUESTION =
            "(?:what|who|whose|whom|which|where|how|why|when|whenever|wherever)\\b";
    private static final Pattern OPENING =
            Pattern.compile("[\\s*]*" + QUESTION, Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG =
            Pattern.compile("@(?:param\\s+\\S+|return)[\\s*]+" + QUESTION);
    private static final Pattern TYPE_OPENING = Pattern.compile("[\\s*]*(?:Whether|Tells|Says)\\b");
    private static final Pattern TYPE =
            Pattern.compile(
                    "\\s*(?:@\\S+\\s+|(?:public|protected|private|static|final|abstract|sealed)\\s+)*"
                            + "@?(?:class|interface|enum|record)\\s");

    private JavadocOpenings() {}

    /**
     * Finds the Javadoc in all Java files of a folder.
     *
     * @param folder such as {@code src/main/java}
     * @return {@code FILE:LINE: FIRST WORDS} of each, sorted by file; empty if there is none
     * @throws IOException if the folder cannot be read
     */
    static List<String> in(Path folder) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(folder)) {
            sources =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .sorted()
                            .collect(Collectors.toList());
        }
        List<String> found = new ArrayList<>();
        for (Path source : sources) {
            String text = Files.readString(source);
            Matcher javadoc = JAVADOC.matcher(text);
            while (javadoc.find()) {
                if (isQuestion(text, javadoc)) {
                    long line =
                            1 + text.chars().limit(javadoc.start()).filter(c -> c == '\n').count();
                    String words = javadoc.group(1).replaceAll("[\\s*]+", " ");
                    found.add(
                            source
                                    + ":"
                                    + line
                                    + ":"
                                    + words.substring(0, Math.min(words.length(), 60)));
                }
            }
        }
        return found;
    }

    private static boolean isQuestion(String text, Matcher javadoc) {
        String comment = javadoc.group(1);
        return OPENING.matcher(comment).lookingAt()
                || TAG.matcher(comment).find()
                || TYPE_OPENING.matcher(comment).lookingAt()
                        && TYPE.matcher(text.substring(javadoc.end())).lookingAt();
    }
}
