// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of {@code ./weir} as a document shows it.
 *
 * @param place file and line
 * @param words the words after {@code ./weir}
 * @param isWhole whether it can be typed as it stands: not a mention in a sentence, and without
 *     brackets and ellipses
 */
record ShownCommand(String place, List<String> words, boolean isWhole) {
    private static final Pattern CONTINUED = Pattern.compile("(?m)^([ \\t]*)(.*)\\\\\n\\1");
    private static final Pattern SPAN = Pattern.compile("`((?:sudo )?(?:\\./)?weir [^`]*)`");
    private static final Pattern LINE =
            Pattern.compile(
                    "(?m)^[ \t]*(?:\\$ )?((?:[A-Z_0-9]+=\\S+ )*(?:sudo )?(?:timeout \\S+ )?\\./weir .*)$");
    private static final Pattern START = Pattern.compile("(?:^|[ |;&(])(?:\\./)?weir ");
    private static final Pattern WORD =
            Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\|\\||&&|[|;&<>#]|\\d?>+&?)|([^\\s|;&<>]+)");

    /** All commands that a document shows. */
    static List<ShownCommand> in(String file, String text) {
        String joined = text;
        for (Matcher next = CONTINUED.matcher(joined);
                next.find();
                next = CONTINUED.matcher(joined)) {
            joined = next.replaceAll("$1$2");
        }
        List<ShownCommand> shown = new ArrayList<>();
        for (Pattern pattern : List.of(SPAN, LINE)) {
            Matcher found = pattern.matcher(joined);
            while (found.find()) {
                String snippet = found.group(1).replaceAll("\\s*\n\\s*", " ");
                String place = file + ": " + snippet;
                Matcher start = START.matcher(snippet);
                while (start.find()) {
                    add(shown, place, snippet.substring(start.end()), pattern == LINE);
                }
            }
        }
        return shown;
    }

    private static void add(List<ShownCommand> shown, String place, String rest, boolean isLine) {
        boolean isSyntax = rest.contains("…") || rest.contains("...") || rest.contains("[");
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(rest);
        while (word.find()) {
            String operator = word.group(3);
            if (operator != null) {
                if (isSyntax && operator.equals("|")) {
                    continue;
                }
                break;
            }
            String plain = word.group(1) != null ? word.group(1) : word.group(2);
            if (plain == null) {
                plain = word.group(4);
                if (plain.startsWith("#")) {
                    break;
                }
                if (isSyntax) {
                    plain = plain.replaceAll("[\\[\\]…]|\\.\\.\\.", "");
                }
            }
            if (!plain.isEmpty()) {
                words.add(plain);
            }
        }
        if (!words.isEmpty()) {
            shown.add(new ShownCommand(place, words, isLine && !isSyntax));
        }
    }

    @Override
    public String toString() {
        return place;
    }
}
