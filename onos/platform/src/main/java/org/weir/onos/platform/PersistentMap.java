// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import static java.util.Objects.requireNonNull;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.h2.mvstore.MVMap;
import org.onosproject.store.service.Serializer;

/**
 * A map of which every change is committed before the call returns. What is read is a fresh copy:
 * changing it changes nothing in the map. Iterators see a snapshot.
 */
final class PersistentMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    private final MVMap<byte[], byte[]> bytes;
    private final Serializer serializer;

    PersistentMap(MVMap<byte[], byte[]> bytes, Serializer serializer) {
        this.bytes = bytes;
        this.serializer = serializer;
    }

    @Override
    public V get(Object key) {
        return decode(bytes.get(encode(key)));
    }

    @Override
    public boolean containsKey(Object key) {
        return bytes.containsKey(encode(key));
    }

    @Override
    public V put(K key, V value) {
        return decode(committed(bytes.put(encode(key), encode(value))));
    }

    @Override
    public V remove(Object key) {
        return decode(committed(bytes.remove(encode(key))));
    }

    @Override
    public void clear() {
        bytes.clear();
        bytes.getStore().commit();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return decode(committed(bytes.putIfAbsent(encode(key), encode(value))));
    }

    @Override
    public boolean remove(Object key, Object value) {
        return committed(bytes.remove((Object) encode(key), (Object) encode(value)));
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return committed(bytes.replace(encode(key), encode(expected), encode(value)));
    }

    @Override
    public V replace(K key, V value) {
        return decode(committed(bytes.replace(encode(key), encode(value))));
    }

    @Override
    public int size() {
        return bytes.size();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new EntryIterator(bytes.entrySet().iterator());
            }

            @Override
            public int size() {
                return PersistentMap.this.size();
            }
        };
    }

    private <R> R committed(R result) {
        bytes.getStore().commit();
        return result;
    }

    private byte[] encode(Object keyOrValue) {
        return serializer.encode(requireNonNull(keyOrValue, "null in a persistent map"));
    }

    private <T> T decode(byte[] encoded) {
        return encoded == null ? null : serializer.decode(encoded);
    }

    /** Entries whose removal and {@code setValue} go through to the map. */
    private final class EntryIterator implements Iterator<Entry<K, V>> {
        private final Iterator<Map.Entry<byte[], byte[]>> snapshot;
        private byte[] lastKey;

        EntryIterator(Iterator<Map.Entry<byte[], byte[]>> snapshot) {
            this.snapshot = snapshot;
        }

        @Override
        public boolean hasNext() {
            return snapshot.hasNext();
        }

        @Override
        public Entry<K, V> next() {
            Map.Entry<byte[], byte[]> next = snapshot.next();
            lastKey = next.getKey();
            return new SimpleEntry<>(serializer.<K>decode(lastKey), serializer.<V>decode(next.getValue())) {
                private static final long serialVersionUID = 1L;

                @Override
                public V setValue(V value) {
                    put(getKey(), value);
                    return super.setValue(value);
                }
            };
        }

        @Override
        public void remove() {
            if (lastKey == null) {
                throw new IllegalStateException("remove() without next()");
            }
            committed(bytes.remove(lastKey));
            lastKey = null;
        }
    }
}
