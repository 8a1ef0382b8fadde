// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;

/**
 * A field of an element of a header stack whose index is computed.
 *
 * @param fields the field in each element
 * @param index index of the element
 */
public record StackAccess(List<FieldRef> fields, Expression index) {

    public static StackAccess of(Expression.Operation access, String path) throws ProgramException {
        if (access.left() instanceof Expression.Operation dereference
                && access.right() instanceof Expression.Constant field) {
            List<FieldRef> fields = new ArrayList<>();
            if (dereference.left() instanceof Expression.WholeStack stack) {
                for (Header header : stack.stack().elements()) {
                    fields.add(new FieldRef(header, field.value().intValue()));
                }
                return new StackAccess(fields, dereference.right());
            }
            if (dereference.operator().equals("access_union_header")
                    && dereference.left() instanceof Expression.Operation union
                    && union.left() instanceof Expression.WholeUnionStack stack
                    && dereference.right() instanceof Expression.Constant member) {
                stack.stack()
                        .elements()
                        .forEach(
                                element ->
                                        fields.add(
                                                new FieldRef(
                                                        element.members()
                                                                .get(member.value().intValue()),
                                                        field.value().intValue())));
                return new StackAccess(fields, union.right());
            }
        }
        throw new ProgramException(path + ": needs a header or an element of a header stack");
    }

    /** A header of a stack's element whose index is computed, as that header's first field. */
    public static StackAccess ofHeader(Expression header, String path) throws ProgramException {
        return of(
                new Expression.Operation(
                        "access_field", header, new Expression.Constant(BigInteger.ZERO), null),
                path);
    }

    FieldType fieldType() {
        return fields.get(0).type();
    }
}
