// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.Names;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderType;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/** Writes what is done to headers as a whole. */
public final class HeaderOperations {

    private final Generation generation;
    private final Names names;
    private final JavaSource out;
    private final String packet;

    public HeaderOperations(Generation generation, JavaSource out, String packet) {
        this.generation = generation;
        this.names = generation.names;
        this.out = out;
        this.packet = packet;
    }

    private String valid(Header header) {
        return packet + "." + names.valid(header);
    }

    /** Marks a header valid, and the others of its union invalid. */
    public void markValid(Header header) {
        if (header.isMetadata()) {
            return;
        }
        Optional<HeaderUnion> union = generation.program.unionOf(header);
        if (union.isPresent()) {
            for (Header other : union.get().members()) {
                if (!other.equals(header)) {
                    out.line(valid(other) + " = false;");
                }
            }
        }
        out.line(valid(header) + " = true;");
    }

    /** P4's setValid: a header that was not valid starts with zeros, and the packet gets longer. */
    void makeValid(Header header) {
        if (header.isMetadata()) {
            return;
        }
        out.line("if (!" + valid(header) + ") {");
        zero(header);
        markValid(header);
        out.line(packet + ".length += " + header.type().fixedBits() / 8 + ";");
        out.line("}");
    }

    /** P4's setInvalid: the packet gets shorter. */
    void makeInvalid(Header header) {
        if (header.isMetadata()) {
            return;
        }
        out.line("if (" + valid(header) + ") {");
        out.line(valid(header) + " = false;");
        StringBuilder bytes = new StringBuilder().append(header.type().fixedBits() / 8);
        variableField(header)
                .ifPresent(
                        field ->
                                bytes.append(" + ")
                                        .append(packet)
                                        .append(".")
                                        .append(names.bytesLength(field)));
        // As in BMv2 the fields keep their values until the header is made valid again.
        out.line(packet + ".length -= " + bytes + ";");
        out.line("}");
    }

    public static Optional<FieldRef> variableField(Header header) {
        List<FieldType> fields = header.type().fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).isVariable()) {
                return Optional.of(new FieldRef(header, i));
            }
        }
        return Optional.empty();
    }

    /** Makes all fields zero. */
    public void zero(Header header) {
        HeaderType type = header.type();
        for (int i = 0; i < type.fields().size(); i++) {
            FieldRef field = new FieldRef(header, i);
            if (field.type().isVariable()) {
                out.line(packet + "." + names.bytesLength(field) + " = 0;");
            } else {
                for (int word = 0; word * 64 < field.type().bitWidth(); word++) {
                    out.line(names.word(packet, field, word) + " = 0L;");
                }
            }
        }
    }

    /** Copies fields, not validity. */
    public void copyFields(Header to, String fromPacket, Header from) {
        HeaderType type = to.type();
        for (int i = 0; i < type.fields().size(); i++) {
            FieldRef target = new FieldRef(to, i);
            FieldRef source = new FieldRef(from, i);
            if (target.type().isVariable()) {
                copyVariable(target, fromPacket, source);
            } else {
                for (int word = 0; word * 64 < target.type().bitWidth(); word++) {
                    out.line(
                            names.word(packet, target, word)
                                    + " = "
                                    + names.word(fromPacket, source, word)
                                    + ";");
                }
            }
        }
    }

    /** Copies a field of variable width. */
    public void copyVariable(FieldRef to, String fromPacket, FieldRef from) {
        out.line(
                "System.arraycopy(%s.%s, 0, %s.%s, 0, %s.%s);"
                        .formatted(
                                fromPacket,
                                names.bytes(from),
                                packet,
                                names.bytes(to),
                                fromPacket,
                                names.bytesLength(from)));
        out.line(
                "%s.%s = %s.%s;"
                        .formatted(
                                packet,
                                names.bytesLength(to),
                                fromPacket,
                                names.bytesLength(from)));
    }

    /** P4's assignment of a header: an invalid source makes the target invalid. */
    void assign(Header to, Header from) {
        if (to.equals(from)) {
            return;
        }
        if (to.isMetadata() || from.isMetadata()) {
            copyFields(to, packet, from);
            return;
        }
        out.line("if (" + valid(from) + ") {");
        copyFields(to, packet, from);
        markValid(to);
        out.line("} else {");
        out.line(valid(to) + " = false;");
        out.line("}");
    }

    /** P4's push_front: all elements move up, the first ones become invalid. */
    void push(HeaderStack stack, int count) {
        List<Header> elements = stack.elements();
        for (int i = elements.size() - 1; i >= 0; i--) {
            if (i >= count) {
                assign(elements.get(i), elements.get(i - count));
            } else {
                out.line(valid(elements.get(i)) + " = false;");
                zero(elements.get(i));
            }
        }
        String next = packet + "." + names.next(stack);
        out.line(next + " = Math.min(" + elements.size() + ", " + next + " + " + count + ");");
    }

    /** P4's pop_front: all elements move down, the last ones become invalid. */
    void pop(HeaderStack stack, int count) {
        List<Header> elements = stack.elements();
        for (int i = 0; i < elements.size(); i++) {
            if (i + count < elements.size()) {
                assign(elements.get(i), elements.get(i + count));
            } else {
                out.line(valid(elements.get(i)) + " = false;");
                zero(elements.get(i));
            }
        }
        String next = packet + "." + names.next(stack);
        out.line(next + " = Math.max(0, " + next + " - " + count + ");");
    }

    /** P4's push_front of a stack of unions. */
    void push(HeaderUnionStack stack, int count) {
        List<HeaderUnion> elements = stack.elements();
        for (int i = elements.size() - 1; i >= 0; i--) {
            if (i >= count) {
                assign(elements.get(i), elements.get(i - count));
            } else {
                clear(elements.get(i));
            }
        }
        String next = packet + "." + names.next(stack);
        out.line(next + " = Math.min(" + elements.size() + ", " + next + " + " + count + ");");
    }

    /** P4's pop_front of a stack of unions. */
    void pop(HeaderUnionStack stack, int count) {
        List<HeaderUnion> elements = stack.elements();
        for (int i = 0; i < elements.size(); i++) {
            if (i + count < elements.size()) {
                assign(elements.get(i), elements.get(i + count));
            } else {
                clear(elements.get(i));
            }
        }
        String next = packet + "." + names.next(stack);
        out.line(next + " = Math.max(0, " + next + " - " + count + ");");
    }

    private void clear(HeaderUnion union) {
        for (Header member : union.members()) {
            out.line(valid(member) + " = false;");
            zero(member);
        }
    }

    /** Assignment of a stack of unions as a whole. */
    void assign(HeaderUnionStack to, HeaderUnionStack from) {
        for (int i = 0; i < to.elements().size(); i++) {
            assign(to.elements().get(i), from.elements().get(i));
        }
        out.line(packet + "." + names.next(to) + " = " + packet + "." + names.next(from) + ";");
    }

    /** Assignment of a stack as a whole. */
    void assign(HeaderStack to, HeaderStack from) {
        for (int i = 0; i < to.elements().size(); i++) {
            assign(to.elements().get(i), from.elements().get(i));
        }
        out.line(packet + "." + names.next(to) + " = " + packet + "." + names.next(from) + ";");
    }

    /** Assignment of a union as a whole. */
    void assign(HeaderUnion to, HeaderUnion from) {
        if (to.equals(from)) {
            return;
        }
        for (int i = 0; i < to.members().size(); i++) {
            Header source = from.members().get(i);
            Header target = to.members().get(i);
            out.line("if (" + valid(source) + ") {");
            copyFields(target, packet, source);
            out.line("}");
            out.line(valid(target) + " = " + valid(source) + ";");
        }
    }
}
