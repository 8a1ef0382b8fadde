// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

import java.util.ArrayList;
import java.util.List;

/** A name, with arguments in parentheses or without: {@code hash_dist(2, 0..15)}, {@code W4}. */
public record Term(int line, String name, List<String> arguments) {

    public static Term parse(int line, String text) {
        String trimmed = text.trim();
        if (!trimmed.endsWith(")") || trimmed.indexOf('(') <= 0) {
            return new Term(line, trimmed, List.of());
        }
        int open = trimmed.indexOf('(');
        return new Term(
                line,
                trimmed.substring(0, open).trim(),
                split(line, trimmed.substring(open + 1, trimmed.length() - 1), ','));
    }

    /** Splits at a separator that stands in no bracket. */
    public static List<String> split(int line, String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (quoted) {
                continue;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == separator && depth == 0) {
                parts.add(text.substring(from, i).trim());
                from = i + 1;
            }
        }
        if (depth != 0 || quoted) {
            throw new AssemblyException(line, "brackets do not match in '" + text + "'");
        }
        String last = text.substring(from).trim();
        if (!last.isEmpty() || !parts.isEmpty()) {
            parts.add(last);
        }
        return parts;
    }
}
