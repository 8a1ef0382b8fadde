// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Strings whose numbers a switch holds, by the entity that holds them: from one reading of the
 * switch, and then kept up with what is written, so that it need not be read again. A string may be
 * found to be held longer than it is, never shorter. To be used on the timeline's thread.
 */
public final class HeldStrings {

    /** Holder of what was read outside any entity; nothing releases it. */
    private static final Object NO_ENTITY = new Object();

    private final List<StringTranslation> translations;
    private final Map<Object, Set<Held>> byEntity = new HashMap<>();

    /** Number of entities that hold each. */
    private final Map<Held, Integer> holders = new HashMap<>();

    /**
     * Strings of which none is held yet.
     *
     * @param translations types whose strings get numbers
     */
    HeldStrings(List<StringTranslation> translations) {
        this.translations = translations;
    }

    /** A number of a type. */
    record Held(StringTranslation type, BigInteger number) {}

    /** Reader of the entities that hold strings. */
    @FunctionalInterface
    public interface Reader {

        /**
         * Reads all of them, as clients see them.
         *
         * @param out is given each
         */
        void readAll(Sink out);
    }

    /** Receiver of entities. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Takes an entity.
         *
         * @param build makes it as clients see it, and returns what equals only the same entity
         */
        void accept(Supplier<Object> build);
    }

    void read(Reader reader) {
        translations.forEach(StringTranslation::startNoting);
        try {
            reader.readAll(
                    build -> {
                        add(NO_ENTITY, noted());
                        Object entity = build.get();
                        add(entity, noted());
                    });
            add(NO_ENTITY, noted());
        } finally {
            translations.forEach(StringTranslation::endNoting);
        }
    }

    private Set<Held> noted() {
        Set<Held> noted = new HashSet<>();
        for (StringTranslation type : translations) {
            type.takeNoted().forEach(number -> noted.add(new Held(type, number)));
        }
        return noted;
    }

    /**
     * An entity was written.
     *
     * @param entity equals only the same entity
     * @param strings strings that it has now
     */
    public void add(Object entity, PendingStrings strings) {
        add(entity, strings.held());
    }

    private void add(Object entity, Set<Held> more) {
        if (more.isEmpty()) {
            return;
        }
        Set<Held> held = byEntity.computeIfAbsent(entity, none -> new HashSet<>());
        for (Held one : more) {
            if (held.add(one)) {
                holders.merge(one, 1, Integer::sum);
            }
        }
    }

    /** An entity is gone, or has lost all its strings; nothing happens if it is not known. */
    public void remove(Object entity) {
        Set<Held> held = Objects.requireNonNullElse(byEntity.remove(entity), Set.of());
        for (Held one : held) {
            holders.computeIfPresent(one, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    /**
     * Gives the numbers back that no entity holds and no request under way uses.
     *
     * @return whether there were any
     */
    public boolean reclaimNumbers() {
        boolean any = false;
        for (StringTranslation type : translations) {
            any |= type.forgetUnheld(number -> holders.containsKey(new Held(type, number)));
        }
        return any;
    }
}
