// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import org.weir.gnmi.proto.Path;

/** An element of the tree with leaves below. Its path is made when it is asked for first. */
final class Place {

    private final Place parent;
    private final String[] elements;
    private final String key;
    private final String value;
    private volatile Path path;

    private Place(Place parent, String[] elements, String key, String value) {
        this.parent = parent;
        this.elements = elements;
        this.key = key;
        this.value = value;
    }

    /** An element with a known path. */
    static Place at(Path path) {
        Place place = new Place(null, new String[0], "", "");
        place.path = path;
        return place;
    }

    /**
     * An entry of a list below this element.
     *
     * @param list name of the list
     * @param elements elements from here to the list
     */
    Place entry(String list, String key, String value, String... elements) {
        String[] all = new String[elements.length + 1];
        System.arraycopy(elements, 0, all, 0, elements.length);
        all[elements.length] = list;
        return new Place(this, all, key, value);
    }

    /** The element's path. */
    Path path() {
        Path known = path;
        if (known == null) {
            int last = elements.length - 1;
            Path list = parent.path();
            for (int i = 0; i < last; i++) {
                list = Leaves.path(list, elements[i]);
            }
            known = Leaves.entry(list, elements[last], key, value);
            path = known;
        }
        return known;
    }
}
