// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.ParserState;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.header.FieldList;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderUnion;

/**
 * Finds the headers whose fields can be unlike zero while the header is not valid: those that are
 * made invalid, or written to whether they are valid or not. All others are zero from the start of
 * a packet until they are extracted.
 */
public final class InvalidHeaders {

    /** Steps that write to what their third argument names. */
    private static final String METER = "execute_meter";

    /** Steps that leave no other header than a valid one unlike zero. */
    private static final Set<String> HARMLESS =
            Set.of("extract", "extract_VL", "add_header", "push", "pop");

    private final Set<Header> unlikeZero = new HashSet<>();

    InvalidHeaders(Program program) {
        for (HeaderUnion union : program.unions()) {
            unlikeZero.addAll(union.members());
        }
        for (FieldList list : program.fieldLists().values()) {
            list.fields().stream().map(FieldRef::header).forEach(unlikeZero::add);
        }
        for (MeterArray meter : program.meters()) {
            if (meter.result() != null) {
                unlikeZero.add(meter.result().header());
            }
        }
        List<Primitive> steps = new ArrayList<>(program.deparserSteps());
        program.actions().stream().map(Action::primitives).forEach(steps::addAll);
        program.states().stream().map(ParserState::operations).forEach(steps::addAll);
        for (Primitive step : steps) {
            if (!HARMLESS.contains(step.operation())) {
                int target = step.operation().equals(METER) ? 2 : 0;
                if (step.arguments().size() > target) {
                    add(step.arguments().get(target));
                }
            }
        }
    }

    /** Whether a field may be unlike zero though its header is not valid. */
    public boolean mayBeUnlikeZero(Header header) {
        return !header.isMetadata() && unlikeZero.contains(header);
    }

    private void add(Expression target) {
        if (target instanceof Expression.Field field) {
            unlikeZero.add(field.field().header());
        } else if (target instanceof Expression.WholeHeader header) {
            unlikeZero.add(header.header());
        } else if (target instanceof Expression.WholeStack stack) {
            unlikeZero.addAll(stack.stack().elements());
        } else if (target instanceof Expression.LastOfStack last) {
            unlikeZero.addAll(last.stack().elements());
        } else if (target instanceof Expression.Operation operation) {
            if (operation.left() != null) {
                add(operation.left());
            }
        }
    }
}
