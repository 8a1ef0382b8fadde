// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.ArrayList;
import java.util.List;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;

/** Leaves below one element of the tree, with their values. */
final class Leaves {

    private final Place root;
    private final List<Leaf> all = new ArrayList<>();

    /** No leaves yet, below an element. */
    Leaves(Place root) {
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
        add(value, elements);
    }

    /** Adds a leaf that is true or false. */
    void bool(boolean value, String... elements) {
        add(value, elements);
    }

    /** Adds a leaf with a number that is not negative. */
    void uint(long value, String... elements) {
        add(value, elements);
    }

    /** The leaves, in the order in which they were added. */
    List<Leaf> all() {
        return all;
    }

    private void add(Object value, String... elements) {
        all.add(new Leaf(root, elements, value));
    }
}
