// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

import java.util.ArrayList;
import java.util.List;

/** A piece of assembly: a text, a list, or keys with their values in the order of the file. */
public final class Node {

    /** A key and its value; keys may come more than once. */
    public record Entry(int line, String key, Node value) {}

    private final int line;
    private final String text;
    private final List<Node> items;
    private final List<Entry> entries;

    private Node(int line, String text, List<Node> items, List<Entry> entries) {
        this.line = line;
        this.text = text;
        this.items = items;
        this.entries = entries;
    }

    static Node text(int line, String text) {
        return new Node(line, text, null, null);
    }

    static Node list(int line) {
        return new Node(line, null, new ArrayList<>(), null);
    }

    static Node map(int line) {
        return new Node(line, null, null, new ArrayList<>());
    }

    public int line() {
        return line;
    }

    public boolean isText() {
        return text != null;
    }

    boolean isList() {
        return items != null;
    }

    public boolean isMap() {
        return entries != null;
    }

    /** The text, without quotation marks. */
    public String text() {
        if (text == null) {
            throw error("a single value expected");
        }
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    /** The items of a list; a single value is a list of one, nothing an empty one. */
    public List<Node> items() {
        if (items != null) {
            return items;
        }
        return isText() && text.isEmpty() ? List.of() : List.of(this);
    }

    public List<Entry> entries() {
        if (isText() && text.isEmpty()) {
            return List.of();
        }
        if (entries == null) {
            throw error("keys and values expected");
        }
        return entries;
    }

    List<Node> rawItems() {
        return items;
    }

    List<Entry> rawEntries() {
        return entries;
    }

    /** The value of a key, or null. */
    public Node find(String key) {
        for (Entry entry : entries()) {
            if (entry.key().equals(key)) {
                return entry.value();
            }
        }
        return null;
    }

    public Node get(String key) {
        Node value = find(key);
        if (value == null) {
            throw error("no '" + key + "'");
        }
        return value;
    }

    public String textOf(String key) {
        return get(key).text();
    }

    public long number() {
        return Numbers.parse(line, text());
    }

    public AssemblyException error(String message) {
        return new AssemblyException(line, message);
    }

    public static AssemblyException unknown(Entry entry, String where) {
        return new AssemblyException(
                entry.line(), "the model does not know '" + entry.key() + "' in " + where);
    }

    @Override
    public String toString() {
        return isText() ? text : isList() ? items.toString() : entries.toString();
    }
}
