// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.math.BigInteger;
import java.util.List;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/** An expression, or anything else that a primitive takes as an argument. */
public sealed interface Expression {

    /** A whole number. */
    record Constant(BigInteger value) implements Expression {}

    /** A truth value. */
    record Truth(boolean value) implements Expression {}

    /** The value of a field. */
    record Field(FieldRef field) implements Expression {}

    /** A parameter of the action it stands in, by index. */
    record Parameter(int index) implements Expression {}

    /** Bits of the packet not yet extracted, without taking them. */
    record Lookahead(int bitOffset, int bitWidth) implements Expression {}

    /** A field of the last header extracted to a stack. */
    record LastOfStack(HeaderStack stack, int fieldIndex) implements Expression {}

    /** A field of a member of the last union extracted to a stack of unions. */
    record LastOfUnionStack(HeaderUnionStack stack, int memberIndex, int fieldIndex)
            implements Expression {}

    /** A header as a whole. */
    record WholeHeader(Header header) implements Expression {}

    /** A stack as a whole; as what to extract, its next element. */
    record WholeStack(HeaderStack stack) implements Expression {}

    /** A union as a whole. */
    record WholeUnion(HeaderUnion union) implements Expression {}

    /** A stack of unions as a whole. */
    record WholeUnionStack(HeaderUnionStack stack) implements Expression {}

    /** A member of the next union of a stack, as what to extract. */
    record NextOfUnionStack(HeaderUnionStack stack, int memberIndex) implements Expression {}

    /** A counter, meter, register, calculation or extern object by name. */
    record Named(String kind, String name) implements Expression {}

    /** A piece of text. */
    record Text(String value) implements Expression {}

    /** Several arguments as one. */
    record Many(List<Expression> elements) implements Expression {}

    /** Part of the packet that no header has extracted. */
    record Payload() implements Expression {}

    /**
     * An operator and its operands.
     *
     * @param operator as in the JSON, such as {@code +} or {@code two_comp_mod}
     * @param left null for operators with one operand
     * @param right the only operand of such operators
     * @param condition for {@code ?}
     */
    record Operation(String operator, Expression left, Expression right, Expression condition)
            implements Expression {}
}
