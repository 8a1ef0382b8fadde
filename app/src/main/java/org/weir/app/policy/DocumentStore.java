// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.weir.app.RejectedException;

/**
 * Numbered JSON documents in ONOS's distributed store, so that every node has the same ones and
 * they outlive ONOS. They are compressed, because an entry of the store holds at most 1 MiB. Beyond
 * the last {@value #KEPT}, the oldest are forgotten.
 */
public final class DocumentStore {
    /** Number of documents that are kept. */
    public static final int KEPT = 100;

    private static final long TIMEOUT_S = 5;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String what;
    private final AsyncConsistentMap<Long, byte[]> map;
    private final List<MapEventListener<Long, byte[]>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Documents of the cluster.
     *
     * @param storage ONOS's storage
     * @param name name of the map
     * @param what documents, for messages: "policy versions"
     */
    public DocumentStore(StorageService storage, String name, String what) {
        this(
                storage.<Long, byte[]>consistentMapBuilder()
                        .withName(name)
                        .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                        .buildAsyncMap(),
                what);
    }

    /** Documents in a map. */
    public DocumentStore(AsyncConsistentMap<Long, byte[]> map, String what) {
        this.map = map;
        this.what = what;
    }

    /** Numbers of all documents. */
    public NavigableSet<Long> numbers() {
        return new TreeSet<>(await(map.keySet()));
    }

    /** A document; empty if there is none with this number. */
    public Optional<ObjectNode> get(long number) {
        return Optional.ofNullable(await(map.get(number)))
                .map(Versioned::value)
                .map(DocumentStore::decode);
    }

    /**
     * Adds a document with the next number.
     *
     * @param numbered makes the document for its number; may be called again if another node was
     *     faster
     * @return the number
     */
    public long add(LongFunction<ObjectNode> numbered) {
        while (true) {
            NavigableSet<Long> known = numbers();
            long number = known.isEmpty() ? 1 : known.last() + 1;
            if (addAs(number, numbered.apply(number))) {
                return number;
            }
        }
    }

    /**
     * Adds a document with a number of its own.
     *
     * @return false if there is one with this number already
     */
    public boolean addAs(long number, ObjectNode document) {
        return addAs(number, document, old -> false);
    }

    /**
     * Adds a document with a number of its own, and keeps the old ones that are needed.
     *
     * @param isNeeded true for a document that is not forgotten although it is old
     * @return false if there is one with this number already
     */
    public boolean addAs(long number, ObjectNode document, Predicate<ObjectNode> isNeeded) {
        if (await(map.putIfAbsent(number, encode(document))) != null) {
            return false;
        }
        numbers().headSet(number - KEPT, true).forEach(old -> removeUnless(old, isNeeded));
        return true;
    }

    /**
     * Changes a document, unless another node has changed it first or removed it.
     *
     * @param number its number
     * @param change makes the next document of the present one; null refuses
     * @return false if it is not there or was refused
     */
    public boolean change(long number, UnaryOperator<ObjectNode> change) {
        while (true) {
            Versioned<byte[]> present = await(map.get(number));
            ObjectNode next = present == null ? null : change.apply(decode(present.value()));
            if (next == null) {
                return false;
            }
            if (await(map.replace(number, present.version(), encode(next)))) {
                return true;
            }
        }
    }

    /**
     * Follows the documents.
     *
     * @param changed runs after each change, of other nodes too; must return at once
     */
    public void follow(Runnable changed) {
        MapEventListener<Long, byte[]> listener = event -> changed.run();
        listeners.add(listener);
        map.addListener(listener);
    }

    /** Has the documents followed by nobody any more. */
    public void stop() {
        listeners.forEach(map::removeListener);
        listeners.clear();
    }

    /** Forgets a document; one that is not there is forgotten already. */
    public void remove(long number) {
        await(map.remove(number));
    }

    /**
     * Forgets a document unless a condition holds for it, also if another node changes it
     * meanwhile.
     *
     * @return the document that stays; empty if there is none any more
     */
    public Optional<ObjectNode> removeUnless(long number, Predicate<ObjectNode> condition) {
        while (true) {
            Versioned<byte[]> present = await(map.get(number));
            if (present == null) {
                return Optional.empty();
            }
            ObjectNode document = decode(present.value());
            if (condition.test(document)) {
                return Optional.of(document);
            }
            if (await(map.remove(number, present.version()))) {
                return Optional.empty();
            }
        }
    }

    private <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNANSWERED,
                    "ONOS's store of " + what + " does not answer: " + e.getCause());
        }
    }

    private static byte[] encode(ObjectNode document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            MAPPER.writeValue(out, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static ObjectNode decode(byte[] bytes) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return (ObjectNode) MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
