// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.onlab.util.KryoNamespace;
import org.onosproject.net.ConnectPoint;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.Serializer;

class DurablePersistenceTest {
    private static final Serializer SERIALIZER =
            Serializer.using(KryoNamespace.newBuilder().register(KryoNamespaces.API).build("test"));

    @TempDir Path directory;
    private DurablePersistence persistence;

    @BeforeEach
    void open() {
        persistence = new DurablePersistence(directory.resolve("deeper").resolve("node.mv"));
        persistence.activate();
    }

    @AfterEach
    void close() {
        persistence.deactivate();
    }

    @Test
    void mapsAndSetsSurviveARestart() {
        Map<String, List<Integer>> map = map("a");
        map.put("one", new ArrayList<>(List.of(1)));
        map.put("two", new ArrayList<>(List.of(2, 3)));
        map.remove("one");
        Set<ConnectPoint> set = set("a");
        ConnectPoint kept = ConnectPoint.deviceConnectPoint("device:s1/1");
        ConnectPoint removed = ConnectPoint.deviceConnectPoint("device:s1/2");
        set.add(kept);
        set.add(removed);
        set.remove(removed);

        close();
        open();

        assertThat(this.<String, List<Integer>>map("a")).isEqualTo(Map.of("two", List.of(2, 3)));
        assertThat(this.<ConnectPoint>set("a")).containsExactly(kept);
    }

    @Test
    void changeIsInTheFileBeforeAnythingIsClosed() throws IOException {
        map("a").put("key", "value");
        set("b").add("element");

        // Files that a killed process leaves behind.
        Path copy = directory.resolve("copy.mv");
        Files.copy(directory.resolve("deeper").resolve("node.mv"), copy);
        DurablePersistence afterwards = new DurablePersistence(copy);
        afterwards.activate();
        try {
            assertThat(map(afterwards, "a")).isEqualTo(Map.of("key", "value"));
            Set<Object> set =
                    afterwards
                            .persistentSetBuilder()
                            .withName("b")
                            .withSerializer(SERIALIZER)
                            .build();
            assertThat(set).containsExactly("element");
        } finally {
            afterwards.deactivate();
        }
    }

    @Test
    void keysThatAreEqualAreOneWhateverTheirBytes() {
        Map<Set<Integer>, String> map = map("a");
        map.put(new LinkedHashSet<>(List.of(1, 2)), "first");
        map.put(new LinkedHashSet<>(List.of(2, 1)), "second");
        assertThat(map).hasSize(1);

        close();
        open();

        assertThat(this.<Set<Integer>, String>map("a")).isEqualTo(Map.of(Set.of(1, 2), "second"));
        map("a").remove(Set.of(1, 2));

        close();
        open();

        assertThat(map("a")).isEmpty();
    }

    @Test
    void atomicChangesBehaveAsInAnyConcurrentMapAndAreKept() {
        ConcurrentMap<String, Integer> map =
                (ConcurrentMap<String, Integer>) this.<String, Integer>map("a");
        assertThat(map.putIfAbsent("k", 1)).isNull();
        assertThat(map.putIfAbsent("k", 2)).isEqualTo(1);
        assertThat(map.replace("k", 5, 6)).isFalse();
        assertThat(map.replace("k", 1, 6)).isTrue();
        assertThat(map.remove("k", 1)).isFalse();
        assertThat(map.merge("k", 4, Integer::sum)).isEqualTo(10);
        assertThat(map.computeIfAbsent("l", k -> 7)).isEqualTo(7);
        assertThat(map.computeIfPresent("l", (k, v) -> null)).isNull();
        assertThat(map.replace("l", 1)).isNull();
        assertThat(map.replace("k", 11)).isEqualTo(10);

        close();
        open();

        assertThat(map("a")).isEqualTo(Map.of("k", 11));
        assertThat(map("a").remove("k", 11)).isTrue();
        assertThat(map("a")).isEmpty();
    }

    @Test
    void removingAndChangingThroughIteratorsIsKept() {
        Map<String, Integer> map = map("a");
        for (int i = 0; i < 10; i++) {
            map.put("k" + i, i);
        }
        map.values().removeIf(v -> v > 2);
        map.entrySet().forEach(e -> e.setValue(e.getValue() + 100));
        Set<Integer> set = set("a");
        set.addAll(List.of(1, 2, 3));
        Iterator<Integer> elements = set.iterator();
        elements.next();
        elements.remove();

        close();
        open();

        assertThat(map("a")).isEqualTo(Map.of("k0", 100, "k1", 101, "k2", 102));
        assertThat(set("a")).hasSize(2);
    }

    @Test
    void clearedIsEmptyAfterARestart() {
        map("a").put("k", 1);
        set("a").add("e");
        map("a").clear();
        set("a").clear();

        close();
        open();

        assertThat(map("a")).isEmpty();
        assertThat(set("a")).isEmpty();
    }

    @Test
    void askingAgainGivesTheSameAndNamesOfMapsAndSetsAreSeparate() {
        map("a").put("k", 1);
        assertThat(map("a")).containsKey("k");
        assertThat(set("a")).isEmpty();
        assertThat(map("b")).isEmpty();
    }

    @Test
    void nullsAndMissingSettingsAreRefused() {
        assertThatThrownBy(() -> map("a").put("k", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map(null)).hasMessageContaining("name");
        assertThatThrownBy(() -> persistence.persistentMapBuilder().withName("a").build())
                .hasMessageContaining("serializer");
    }

    private <K, V> Map<K, V> map(String name) {
        return map(persistence, name);
    }

    private static <K, V> Map<K, V> map(DurablePersistence from, String name) {
        return from.<K, V>persistentMapBuilder().withName(name).withSerializer(SERIALIZER).build();
    }

    private <E> Set<E> set(String name) {
        return persistence
                .<E>persistentSetBuilder()
                .withName(name)
                .withSerializer(SERIALIZER)
                .build();
    }
}
