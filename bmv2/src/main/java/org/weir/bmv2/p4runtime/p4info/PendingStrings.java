// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Strings that an update, read or packet uses. They have their numbers at least until it ends;
 * those that no client had used before keep them if it is carried out, and give them back if it is
 * refused (see {@link StringTranslation}). To be used by one thread at a time.
 */
public final class PendingStrings {

    /**
     * Collector of the request that the current thread decodes; null where every string is kept.
     */
    private static final ThreadLocal<PendingStrings> COLLECTING = new ThreadLocal<>();

    private final Set<StringTranslation.Name> names = new HashSet<>();
    private boolean lacksNumber;

    /** Decodes a request, and remembers the strings that it uses. */
    public <T> T collect(Supplier<T> decoding) {
        PendingStrings outer = COLLECTING.get();
        COLLECTING.set(this);
        try {
            return decoding.get();
        } finally {
            COLLECTING.set(outer);
        }
    }

    /** Collector of the request that the current thread decodes; null if none is needed. */
    static PendingStrings current() {
        return COLLECTING.get();
    }

    /** Adds a string; whether it was not there yet. */
    boolean add(StringTranslation.Name name) {
        return names.add(name);
    }

    /** Notes that no number was free for a string. */
    void lackNumber() {
        lacksNumber = true;
    }

    /**
     * True if the request was refused because no number was free for one of its strings. Then it
     * can be decoded again after {@link HeldStrings#reclaimNumbers}.
     */
    public boolean lacksNumber() {
        return lacksNumber;
    }

    /** The strings with their numbers. */
    Set<HeldStrings.Held> held() {
        return names.stream().map(StringTranslation.Name::held).collect(Collectors.toSet());
    }

    /** The request was carried out. */
    public void keep() {
        names.forEach(StringTranslation.Name::keep);
        names.clear();
    }

    /** The request was refused, or has been answered and left nothing behind. */
    public void release() {
        names.forEach(StringTranslation.Name::release);
        names.clear();
    }
}
