// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import static java.util.Objects.requireNonNull;

import java.util.AbstractSet;
import java.util.Iterator;
import org.h2.mvstore.MVMap;
import org.onosproject.store.service.Serializer;

/**
 * A set of which every change is committed before the call returns. Iterators see a snapshot and
 * can remove.
 */
final class PersistentSet<E> extends AbstractSet<E> {
    /** What a map from elements has to hold as values. */
    private static final byte[] PRESENT = {1};

    private final MVMap<byte[], byte[]> bytes;
    private final Serializer serializer;

    PersistentSet(MVMap<byte[], byte[]> bytes, Serializer serializer) {
        this.bytes = bytes;
        this.serializer = serializer;
    }

    @Override
    public boolean contains(Object element) {
        return bytes.containsKey(encode(element));
    }

    @Override
    public boolean add(E element) {
        return committed(bytes.putIfAbsent(encode(element), PRESENT) == null);
    }

    @Override
    public boolean remove(Object element) {
        return committed(bytes.remove(encode(element)) != null);
    }

    @Override
    public void clear() {
        bytes.clear();
        bytes.getStore().commit();
    }

    @Override
    public int size() {
        return bytes.size();
    }

    @Override
    public Iterator<E> iterator() {
        Iterator<byte[]> snapshot = bytes.keyIterator(null);
        return new Iterator<>() {
            private byte[] last;

            @Override
            public boolean hasNext() {
                return snapshot.hasNext();
            }

            @Override
            public E next() {
                last = snapshot.next();
                return serializer.decode(last);
            }

            @Override
            public void remove() {
                if (last == null) {
                    throw new IllegalStateException("remove() without next()");
                }
                committed(bytes.remove(last));
                last = null;
            }
        };
    }

    private <R> R committed(R result) {
        bytes.getStore().commit();
        return result;
    }

    private byte[] encode(Object element) {
        return serializer.encode(requireNonNull(element, "null in a persistent set"));
    }
}
