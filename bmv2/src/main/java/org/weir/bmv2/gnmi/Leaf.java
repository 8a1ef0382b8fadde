// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;

/**
 * A leaf as it was read, which does not change any more. Its message is made later: that takes many
 * times as long as reading, and need not be done on the timeline's thread.
 */
final class Leaf {

    private final Place parent;
    private final String[] elements;
    private final Object value;

    /**
     * A leaf.
     *
     * @param parent element above
     * @param elements names from there to the leaf
     * @param value text, true or false, or a {@link Long} that is not negative
     */
    Leaf(Place parent, String[] elements, Object value) {
        this.parent = parent;
        this.elements = elements;
        this.value = value;
    }

    /** The message about the leaf. */
    Update update() {
        Path path = Leaves.path(parent.path(), elements);
        return Update.newBuilder().setPath(path).setVal(typed()).build();
    }

    private TypedValue typed() {
        TypedValue.Builder typed = TypedValue.newBuilder();
        if (value instanceof String text) {
            typed.setStringVal(text);
        } else if (value instanceof Boolean bool) {
            typed.setBoolVal(bool);
        } else {
            typed.setUintVal((Long) value);
        }
        return typed.build();
    }
}
