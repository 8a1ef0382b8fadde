// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.math.BigInteger;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldType;

/** Finds what values an expression can take. */
final class RangeAnalysis {

    private static final int MAX_SHIFT = 4096;

    private final List<Action.Parameter> parameters;

    RangeAnalysis(List<Action.Parameter> parameters) {
        this.parameters = parameters;
    }

    ValueRange of(Expression expression, String path) throws ProgramException {
        if (expression instanceof Expression.Constant constant) {
            return ValueRange.of(constant.value());
        }
        if (expression instanceof Expression.Truth) {
            return ValueRange.BIT;
        }
        if (expression instanceof Expression.Field field) {
            FieldType type = field.field().type();
            return ValueRange.field(type.bitWidth(), type.isSigned());
        }
        if (expression instanceof Expression.Parameter parameter) {
            if (parameter.index() >= parameters.size()) {
                throw new ProgramException(
                        path + ": the action has no parameter " + parameter.index());
            }
            return ValueRange.unsigned(parameters.get(parameter.index()).bitWidth());
        }
        if (expression instanceof Expression.Lookahead lookahead) {
            return ValueRange.unsigned(lookahead.bitWidth());
        }
        if (expression instanceof Expression.LastOfStack last) {
            FieldType type = last.stack().elements().get(0).type().fields().get(last.fieldIndex());
            return ValueRange.field(type.bitWidth(), type.isSigned());
        }
        if (expression instanceof Expression.LastOfUnionStack last) {
            FieldType type =
                    last.stack()
                            .elements()
                            .get(0)
                            .members()
                            .get(last.memberIndex())
                            .type()
                            .fields()
                            .get(last.fieldIndex());
            return ValueRange.field(type.bitWidth(), type.isSigned());
        }
        if (expression instanceof Expression.Operation operation) {
            return of(operation, path);
        }
        throw new ProgramException(path + ": has no value: " + expression);
    }

    private ValueRange of(Expression.Operation operation, String path) throws ProgramException {
        Expression left = operation.left();
        Expression right = operation.right();
        switch (operation.operator()) {
            case "+":
                return of(left, path).plus(of(right, path));
            case "-":
                return left == null
                        ? ValueRange.of(BigInteger.ZERO).minus(of(right, path))
                        : of(left, path).minus(of(right, path));
            case "*":
                return of(left, path).times(of(right, path));
            case "/":
                return of(left, path).union(ValueRange.of(BigInteger.ZERO));
            case "%":
                return of(right, path).union(ValueRange.of(BigInteger.ZERO));
            case "&":
                return of(left, path).and(of(right, path));
            case "|":
            case "^":
                return of(left, path).or(of(right, path));
            case "~":
                return of(right, path).not();
            case "<<":
                ValueRange places = of(right, path);
                return of(left, path).shiftLeft(limit(places.low()), limit(places.high()));
            case ">>":
                return of(left, path).shiftRight(limit(of(right, path).low()));
            case "?":
                return of(left, path).union(of(right, path));
            case "two_comp_mod":
                ValueRange target = ValueRange.signed(width(operation, path));
                ValueRange source = of(left, path);
                return source.within(target) ? source : target;
            case "usat_cast":
                return of(left, path).clamp(ValueRange.unsigned(width(operation, path)));
            case "sat_cast":
                return of(left, path).clamp(ValueRange.signed(width(operation, path)));
            case "access_field":
                FieldType type = StackAccess.of(operation, path).fieldType();
                return ValueRange.field(type.bitWidth(), type.isSigned());
            case "last_stack_index":
                // Of an empty stack it is the highest number, as the type bit<32> has it.
                return ValueRange.unsigned(32);
            case "size_stack":
                return ValueRange.unsigned(31);
            default:
                // All others are truth values, as numbers 0 or 1.
                return ValueRange.BIT;
        }
    }

    /** The constant width that the casts have as their right operand. */
    static int width(Expression.Operation operation, String path) throws ProgramException {
        if (operation.right() instanceof Expression.Constant constant
                && constant.value().signum() > 0
                && constant.value().bitLength() < 16) {
            return constant.value().intValue();
        }
        throw new ProgramException(path + ": " + operation.operator() + " needs a constant width");
    }

    private static int limit(BigInteger places) {
        return places.signum() < 0 ? 0 : places.min(BigInteger.valueOf(MAX_SHIFT)).intValue();
    }
}
