// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.h2.mvstore.MVMap;

/**
 * A map in memory, every change of which is in the store before the call returns. Reading costs
 * what it costs in memory. Keys are the same when they are equal, whether or not their serialised
 * forms are. Neither keys nor values may be null, nor be changed while they are in the map.
 *
 * <p>Changes go through {@link #compute}, which is atomic for each key.
 */
final class PersistentMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    /** A value, and the form of its key under which it is stored. */
    private static final class Kept<V> {
        private final byte[] storedKey;
        private final V value;

        private Kept(byte[] storedKey, V value) {
            this.storedKey = storedKey;
            this.value = value;
        }
    }

    private final Map<K, Kept<V>> live = new ConcurrentHashMap<>();
    private final MVMap<byte[], byte[]> stored;
    private final Function<K, byte[]> keyEncoder;
    private final Function<V, byte[]> valueEncoder;

    PersistentMap(MVMap<byte[], byte[]> stored, Codec<K> keys, Codec<V> values) {
        this.stored = stored;
        this.keyEncoder = keys::encode;
        this.valueEncoder = values::encode;
        for (Map.Entry<byte[], byte[]> entry : stored.entrySet()) {
            live.put(
                    keys.decode(entry.getKey()),
                    new Kept<>(entry.getKey(), values.decode(entry.getValue())));
        }
    }

    @Override
    public V get(Object key) {
        return valueOf(live.get(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return live.containsKey(key);
    }

    @Override
    public int size() {
        return live.size();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        AtomicBoolean isChanged = new AtomicBoolean();
        Kept<V> result =
                live.compute(
                        key,
                        (k, old) -> {
                            V value = change.apply(k, valueOf(old));
                            if (value == valueOf(old)) {
                                return old;
                            }
                            isChanged.set(true);
                            return store(k, old, value);
                        });
        if (isChanged.get()) {
            stored.getStore().commit();
        }
        return valueOf(result);
    }

    private Kept<V> store(K key, Kept<V> old, V value) {
        if (value == null) {
            stored.remove(old.storedKey);
            return null;
        }
        byte[] storedKey = old == null ? keyEncoder.apply(key) : old.storedKey;
        stored.put(storedKey, valueEncoder.apply(value));
        return new Kept<>(storedKey, value);
    }

    @Override
    public V put(K key, V value) {
        AtomicReference<V> before = new AtomicReference<>();
        compute(
                key,
                (k, old) -> {
                    before.set(old);
                    return requireValue(value);
                });
        return before.get();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        AtomicReference<V> before = new AtomicReference<>();
        compute(
                key,
                (k, old) -> {
                    before.set(old);
                    return old == null ? requireValue(value) : old;
                });
        return before.get();
    }

    @Override
    public V remove(Object key) {
        AtomicReference<V> before = new AtomicReference<>();
        compute(
                asKey(key),
                (k, old) -> {
                    before.set(old);
                    return null;
                });
        return before.get();
    }

    @Override
    public boolean remove(Object key, Object expected) {
        AtomicBoolean isRemoved = new AtomicBoolean();
        compute(
                asKey(key),
                (k, old) -> {
                    isRemoved.set(old != null && old.equals(expected));
                    return isRemoved.get() ? null : old;
                });
        return isRemoved.get();
    }

    @Override
    public V replace(K key, V value) {
        AtomicReference<V> before = new AtomicReference<>();
        compute(
                key,
                (k, old) -> {
                    before.set(old);
                    return old == null ? null : requireValue(value);
                });
        return before.get();
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        AtomicBoolean isReplaced = new AtomicBoolean();
        compute(
                key,
                (k, old) -> {
                    isReplaced.set(old != null && old.equals(expected));
                    return isReplaced.get() ? requireValue(value) : old;
                });
        return isReplaced.get();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> supplier) {
        return compute(key, (k, old) -> old == null ? supplier.apply(k) : old);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return compute(key, (k, old) -> old == null ? null : change.apply(k, old));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> change) {
        requireValue(value);
        return compute(key, (k, old) -> old == null ? value : change.apply(old, value));
    }

    @Override
    public void clear() {
        live.keySet().forEach(this::remove);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new WriteThroughIterator(live.entrySet().iterator());
            }

            @Override
            public int size() {
                return live.size();
            }
        };
    }

    private static <V> V valueOf(Kept<V> kept) {
        return kept == null ? null : kept.value;
    }

    private static <V> V requireValue(V value) {
        return Objects.requireNonNull(value, "null in a persistent map");
    }

    /** {@link Map#remove} takes any object; one that is no key of this map equals none. */
    @SuppressWarnings("unchecked")
    private K asKey(Object key) {
        return (K) key;
    }

    private final class WriteThroughIterator implements Iterator<Entry<K, V>> {
        private final Iterator<Entry<K, Kept<V>>> entries;
        private K last;

        private WriteThroughIterator(Iterator<Entry<K, Kept<V>>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public Entry<K, V> next() {
            Entry<K, Kept<V>> next = entries.next();
            last = next.getKey();
            return new SimpleEntry<>(last, next.getValue().value) {
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
            if (last == null) {
                throw new IllegalStateException("remove() without next()");
            }
            PersistentMap.this.remove(last);
            last = null;
        }
    }
}
