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
 * made invalid, moved within a stack, or written to whether they are valid or not. All others are
 * zero from the start of a packet until they are extracted.
 */
public final class InvalidHeaders {

    /** The step that writes to what its third argument names. */
    private static final String METER = "execute_meter";

    /** Steps that leave no other header than a valid one unlike zero. */
    private static final Set<String> HARMLESS =
            Set.of(
                    "extract",
                    "extract_VL",
                    "advance",
                    "shift",
                    "verify",
                    "add_header",
                    "count",
                    "register_write",
                    "log_msg",
                    "assert",
                    "assume",
                    "exit",
                    "no_op",
                    "_jump",
                    "_jump_if_zero",
                    "mark_to_drop",
                    "drop",
                    "clone_ingress_pkt_to_egress",
                    "clone_egress_pkt_to_egress",
                    "resubmit",
                    "recirculate",
                    "generate_digest",
                    "truncate");

    /**
     * Steps that write to what their first argument names, or make it invalid. All others are calls
     * of externs, which may write to each argument.
     */
    private static final Set<String> OF_FIRST =
            Set.of(
                    "assign",
                    "set",
                    "modify_field",
                    "assign_VL",
                    "assign_header",
                    "copy_header",
                    "assign_header_stack",
                    "assign_union",
                    "assign_union_stack",
                    "remove_header",
                    "push",
                    "pop",
                    "register_read",
                    "modify_field_with_hash_based_offset",
                    "modify_field_rng_uniform");

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
            targets(step).forEach(this::add);
        }
    }

    /** Fields and headers that a step may write to or make invalid. */
    private static List<Expression> targets(Primitive step) {
        List<Expression> arguments = step.arguments();
        if (HARMLESS.contains(step.operation())) {
            return List.of();
        }
        if (OF_FIRST.contains(step.operation())) {
            return arguments.subList(0, Math.min(1, arguments.size()));
        }
        return step.operation().equals(METER)
                ? arguments.subList(Math.min(2, arguments.size()), arguments.size())
                : arguments;
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
