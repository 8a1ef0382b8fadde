// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import java.util.AbstractSet;
import java.util.Iterator;

/** A set, every change of which is in the store before the call returns: the keys of a map. */
final class PersistentSet<E> extends AbstractSet<E> {
    private final PersistentMap<E, Boolean> elements;

    PersistentSet(PersistentMap<E, Boolean> elements) {
        this.elements = elements;
    }

    @Override
    public boolean contains(Object element) {
        return elements.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return elements.putIfAbsent(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return elements.remove(element) != null;
    }

    @Override
    public void clear() {
        elements.clear();
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Iterator<E> iterator() {
        return elements.keySet().iterator();
    }
}
