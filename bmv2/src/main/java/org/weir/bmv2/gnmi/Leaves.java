// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;

/** Leaves below one element of the tree, with their values. */
final class Leaves {

    private final Path root;
    private final List<Update> updates = new ArrayList<>();

    /** No leaves yet, below an element. */
    Leaves(Path root) {
        this.root = root;
    }

    /**
     * The path of an entry of a list.
     *
     * @param parent element that contains the list
     */
    static Path entry(Path parent, String list, String key, String value) {
        return parent.toBuilder()
                .addElem(PathElem.newBuilder().setName(list).putKey(key, value))
                .build();
    }

    /** The path of an element. */
    static Path path(Path parent, String... elements) {
        Path.Builder path = parent.toBuilder();
        for (String element : elements) {
            path.addElem(PathElem.newBuilder().setName(element));
        }
        return path.build();
    }

    /** Adds a leaf with a text. */
    void string(String value, String... elements) {
        add(typed -> typed.setStringVal(value), elements);
    }

    /** Adds a leaf that is true or false. */
    void bool(boolean value, String... elements) {
        add(typed -> typed.setBoolVal(value), elements);
    }

    /** Adds a leaf with a number that is not negative. */
    void uint(long value, String... elements) {
        add(typed -> typed.setUintVal(value), elements);
    }

    /** The leaves, in the order in which they were added. */
    List<Update> updates() {
        return updates;
    }

    private void add(Consumer<TypedValue.Builder> value, String... elements) {
        TypedValue.Builder typed = TypedValue.newBuilder();
        value.accept(typed);
        updates.add(Update.newBuilder().setPath(path(root, elements)).setVal(typed).build());
    }
}
