// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.onosproject.persistence.PersistenceService;
import org.onosproject.persistence.PersistentMapBuilder;
import org.onosproject.persistence.PersistentSetBuilder;
import org.onosproject.store.service.Serializer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONOS's node-local persistence in one file, {@code persistence/node.mv} under Karaf's data
 * directory. A change is in the file when the call that made it returns, so it survives the end of
 * the process, however it ends; not necessarily that of the machine.
 *
 * <p>Who asks for a map or set of the same name again gets the same one. Maps and sets have
 * separate names.
 */
@Component(immediate = true, service = PersistenceService.class)
public class DurablePersistence implements PersistenceService {
    private static final Logger log = LoggerFactory.getLogger(DurablePersistence.class);

    private final Path file;
    private final Map<String, PersistentMap<?, ?>> opened = new ConcurrentHashMap<>();
    private MVStore store;

    /** Called by OSGi. */
    public DurablePersistence() {
        this(Path.of(System.getProperty("karaf.data", "data"), "persistence", "node.mv"));
    }

    DurablePersistence(Path file) {
        this.file = file;
    }

    @Activate
    void activate() {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "persistence: cannot create the directory of " + file, e);
        }
        store = new MVStore.Builder().fileName(file.toString()).open();
        log.info("Persistent maps and sets are in {}", file);
    }

    @Deactivate
    void deactivate() {
        opened.clear();
        store.close();
    }

    @Override
    public <K, V> PersistentMapBuilder<K, V> persistentMapBuilder() {
        return new PersistentMapBuilder<>() {
            private String name;
            private Serializer serializer;

            @Override
            public PersistentMapBuilder<K, V> withName(String mapName) {
                name = mapName;
                return this;
            }

            @Override
            public PersistentMapBuilder<K, V> withSerializer(Serializer mapSerializer) {
                serializer = mapSerializer;
                return this;
            }

            @Override
            public Map<K, V> build() {
                requireSettings(name, serializer);
                return open("map:" + name, Codec.of(serializer), Codec.of(serializer));
            }
        };
    }

    @Override
    public <E> PersistentSetBuilder<E> persistentSetBuilder() {
        return new PersistentSetBuilder<>() {
            private String name;
            private Serializer serializer;

            @Override
            public PersistentSetBuilder<E> withName(String setName) {
                name = setName;
                return this;
            }

            @Override
            public PersistentSetBuilder<E> withSerializer(Serializer setSerializer) {
                serializer = setSerializer;
                return this;
            }

            @Override
            public Set<E> build() {
                requireSettings(name, serializer);
                return new PersistentSet<>(
                        open("set:" + name, Codec.of(serializer), Codec.constant(Boolean.TRUE)));
            }
        };
    }

    private static void requireSettings(String name, Serializer serializer) {
        requireNonNull(name, "a persistent map or set needs a name");
        requireNonNull(serializer, () -> "persistent " + name + " needs a serializer");
    }

    /** The types are the callers' agreement, as they are for all of ONOS's named primitives. */
    @SuppressWarnings("unchecked")
    private <K, V> PersistentMap<K, V> open(String name, Codec<K> keys, Codec<V> values) {
        Function<String, PersistentMap<?, ?>> load =
                fullName -> new PersistentMap<>(stored(fullName), keys, values);
        return (PersistentMap<K, V>) opened.computeIfAbsent(name, load);
    }

    private MVMap<byte[], byte[]> stored(String name) {
        return store.openMap(
                name,
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(OrderedBytes.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }
}
