// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.HashMap;
import java.util.Map;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnionStack;

/**
 * Java names of a program's things. Numbers make them unique, the program's names make them
 * readable.
 */
public final class Names {

    private final Map<Header, Integer> headers = new HashMap<>();

    Names(Program program) {
        for (Header header : program.headers()) {
            headers.put(header, headers.size());
        }
    }

    /** The variable of one word of a field, with the packet it belongs to. */
    public String word(String packet, FieldRef field, int word) {
        return packet + "." + word(field, word);
    }

    public String word(FieldRef field, int word) {
        String name =
                "f"
                        + headers.get(field.header())
                        + "_"
                        + field.index()
                        + "_"
                        + readable(field.type().name());
        return field.type().bitWidth() > 64 ? name + "_w" + word : name;
    }

    /** The array of a field of variable width. */
    public String bytes(FieldRef field) {
        return "v" + headers.get(field.header()) + "_" + readable(field.type().name());
    }

    /** Number of bytes in the array of a field of variable width. */
    public String bytesLength(FieldRef field) {
        return bytes(field) + "_length";
    }

    public String valid(Header header) {
        return "h" + headers.get(header) + "_" + readable(header.name()) + "_valid";
    }

    public String next(HeaderStack stack) {
        return "s" + stack.id() + "_" + readable(stack.name()) + "_next";
    }

    public String next(HeaderUnionStack stack) {
        return "u" + stack.id() + "_" + readable(stack.name()) + "_next";
    }

    static String readable(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length() && i < 48; i++) {
            char c = name.charAt(i);
            text.append(c < 128 && Character.isLetterOrDigit(c) ? c : '_');
        }
        return text.toString();
    }

    /** Text as a Java string. */
    public static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 32 || c > 126) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
