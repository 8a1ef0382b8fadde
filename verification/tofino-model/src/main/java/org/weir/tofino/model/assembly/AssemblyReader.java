// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the assembly's text, which looks like YAML: blocks by indentation, {@code [lists]} and
 * {@code {keys: values}} in a line, comments behind {@code #}.
 */
public final class AssemblyReader {

    private record Line(int number, int indent, String text) {}

    private final List<Line> lines = new ArrayList<>();
    private int next;

    private AssemblyReader(String assembly) {
        int number = 0;
        for (String raw : assembly.split("\n", -1)) {
            number++;
            String line = withoutComment(raw).stripTrailing();
            String text = line.stripLeading();
            if (!text.isEmpty()) {
                lines.add(new Line(number, line.length() - text.length(), text));
            }
        }
    }

    public static Node read(String assembly) {
        AssemblyReader reader = new AssemblyReader(assembly);
        if (reader.lines.isEmpty()) {
            throw new AssemblyException(1, "nothing there");
        }
        Node all = reader.block(reader.lines.get(0).indent);
        if (reader.next < reader.lines.size()) {
            throw new AssemblyException(
                    reader.lines.get(reader.next).number, "indentation does not fit");
        }
        return all;
    }

    private static String withoutComment(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '#' && !quoted && (i == 0 || line.charAt(i - 1) == ' ')) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private Node block(int indent) {
        return lines.get(next).text.startsWith("- ") ? listBlock(indent) : mapBlock(indent);
    }

    private Node listBlock(int indent) {
        Node list = Node.list(lines.get(next).number);
        while (next < lines.size()
                && lines.get(next).indent == indent
                && lines.get(next).text.startsWith("- ")) {
            Line line = lines.get(next);
            String rest = line.text.substring(2);
            String item = rest.stripLeading();
            int itemIndent = indent + 2 + rest.length() - item.length();
            if (colon(item) >= 0 && !item.startsWith("{") && !item.startsWith("[")) {
                // Keys and values whose first key stands behind the dash.
                lines.set(next, new Line(line.number, itemIndent, item));
                list.rawItems().add(mapBlock(itemIndent));
            } else {
                next++;
                list.rawItems().add(inline(line.number, item));
            }
        }
        return list;
    }

    private Node mapBlock(int indent) {
        Node map = Node.map(lines.get(next).number);
        while (next < lines.size() && lines.get(next).indent == indent) {
            Line line = lines.get(next);
            if (line.text.startsWith("- ")) {
                break;
            }
            String text = line.text.startsWith("? ") ? line.text.substring(2) : line.text;
            int colon = colon(text);
            if (colon < 0) {
                throw new AssemblyException(line.number, "no ':' in '" + text + "'");
            }
            next++;
            String value = text.substring(colon + 1).trim();
            Node node;
            if (!value.isEmpty()) {
                node = inline(line.number, value);
            } else if (next < lines.size()
                    && (lines.get(next).indent > indent
                            || lines.get(next).indent == indent
                                    && lines.get(next).text.startsWith("- "))) {
                node = block(lines.get(next).indent);
            } else {
                node = Node.text(line.number, "");
            }
            map.rawEntries()
                    .add(new Node.Entry(line.number, text.substring(0, colon).trim(), node));
        }
        return map;
    }

    /** End of the key: the index of a colon in no bracket, or −1. */
    private static int colon(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && "([{".indexOf(c) >= 0) {
                depth++;
            } else if (!quoted && ")]}".indexOf(c) >= 0) {
                depth--;
            } else if (c == ':' && depth == 0 && !quoted) {
                return i;
            }
        }
        return -1;
    }

    public static Node inline(int line, String text) {
        if (text.startsWith("{") && text.endsWith("}")) {
            Node map = Node.map(line);
            for (String part : Term.split(line, text.substring(1, text.length() - 1), ',')) {
                int colon = colon(part);
                if (colon < 0) {
                    throw new AssemblyException(line, "no ':' in '" + part + "'");
                }
                map.rawEntries()
                        .add(
                                new Node.Entry(
                                        line,
                                        part.substring(0, colon).trim(),
                                        inline(line, part.substring(colon + 1).trim())));
            }
            return map;
        }
        if (text.startsWith("[") && text.endsWith("]")) {
            Node list = Node.list(line);
            for (String part : Term.split(line, text.substring(1, text.length() - 1), ',')) {
                list.rawItems().add(inline(line, part));
            }
            return list;
        }
        if (text.startsWith("{") || text.startsWith("[")) {
            throw new AssemblyException(line, "brackets do not match in '" + text + "'");
        }
        return Node.text(line, text);
    }
}
