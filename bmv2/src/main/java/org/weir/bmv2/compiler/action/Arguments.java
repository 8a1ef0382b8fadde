// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/** The arguments of a primitive, each asked for as what it must be. */
public final class Arguments {

    private final Primitive primitive;

    public Arguments(Primitive primitive) {
        this.primitive = primitive;
    }

    int size() {
        return primitive.arguments().size();
    }

    public Expression get(int index) throws ProgramException {
        if (index >= size()) {
            throw error(index, "is missing");
        }
        return primitive.arguments().get(index);
    }

    FieldRef field(int index) throws ProgramException {
        if (get(index) instanceof Expression.Field field
                && field.field().index() != FieldRef.VALIDITY) {
            return field.field();
        }
        throw error(index, "must be a field");
    }

    Header header(int index) throws ProgramException {
        if (get(index) instanceof Expression.WholeHeader header) {
            return header.header();
        }
        throw error(index, "must be a header");
    }

    HeaderStack stack(int index) throws ProgramException {
        if (get(index) instanceof Expression.WholeStack stack) {
            return stack.stack();
        }
        throw error(index, "must be a header stack");
    }

    HeaderUnion union(int index) throws ProgramException {
        if (get(index) instanceof Expression.WholeUnion union) {
            return union.union();
        }
        throw error(index, "must be a header union");
    }

    HeaderUnionStack unionStack(int index) throws ProgramException {
        if (get(index) instanceof Expression.WholeUnionStack stack) {
            return stack.stack();
        }
        throw error(index, "must be a header union stack");
    }

    String named(int index, String kind) throws ProgramException {
        if (get(index) instanceof Expression.Named named && named.kind().equals(kind)) {
            return named.name();
        }
        throw error(index, "must be a " + kind);
    }

    String text(int index) throws ProgramException {
        if (get(index) instanceof Expression.Text text) {
            return text.value();
        }
        throw error(index, "must be a string");
    }

    int constant(int index) throws ProgramException {
        if (get(index) instanceof Expression.Constant constant
                && constant.value().bitLength() < 31) {
            return constant.value().intValue();
        }
        throw error(index, "must be a constant");
    }

    private ProgramException error(int index, String rule) {
        return new ProgramException(
                primitive.path()
                        + ".parameters["
                        + index
                        + "] of "
                        + primitive.operation()
                        + ": "
                        + rule);
    }
}
