// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

/** Java text under construction, indented by its braces. */
public final class JavaSource {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /**
     * Adds a line; one that starts with a closing brace ends a block, one that ends with an opening
     * one starts one.
     */
    public JavaSource line(String line) {
        if (line.startsWith("}")) {
            depth--;
        }
        text.append("    ".repeat(depth)).append(line).append('\n');
        if (line.endsWith("{")) {
            depth++;
        }
        return this;
    }

    public int length() {
        return text.length();
    }

    /** Adds lines made elsewhere. */
    public JavaSource add(JavaSource other) {
        other.text.toString().lines().forEach(line -> line(line.strip()));
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
