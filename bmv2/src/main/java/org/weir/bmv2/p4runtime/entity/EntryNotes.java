// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.Map;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;

/**
 * Fields of entries that the switch only keeps for clients: P4Runtime's {@code controller_metadata}
 * and {@code metadata}, and the form in which a client names ports. To be used on the timeline's
 * thread only.
 */
final class EntryNotes {

    /**
     * One entry's notes.
     *
     * @param watchNumbers whether the client gives the ports of its actions as numbers
     */
    record Note(long controllerMetadata, ByteString metadata, boolean watchNumbers) {
        static final Note NONE = new Note(0, ByteString.EMPTY, false);

        // Deprecated in favour of metadata, but what ONOS and other clients of 1.0 use.
        @SuppressWarnings("deprecation")
        static Note of(TableEntry entry) {
            return new Note(
                    entry.getControllerMetadata(),
                    entry.getMetadata(),
                    entry
                            .getAction()
                            .getActionProfileActionSet()
                            .getActionProfileActionsList()
                            .stream()
                            .anyMatch(ActionProfileAction::hasWatch));
        }

        /** Puts the notes into an entry that a client reads. */
        @SuppressWarnings("deprecation")
        void addTo(TableEntry.Builder entry) {
            entry.setControllerMetadata(controllerMetadata).setMetadata(metadata);
        }

        /** Whether a client that reads entries with certain notes means one with these. */
        boolean passes(Note filter) {
            return (filter.controllerMetadata == 0
                            || filter.controllerMetadata == controllerMetadata)
                    && (filter.metadata.isEmpty() || filter.metadata.equals(metadata));
        }
    }

    private final Map<Object, Note> notes = new HashMap<>();

    /** Sets the notes of the entry with a key, and gives back those before. */
    Note set(Object key, Note note) {
        Note before = note.equals(Note.NONE) ? notes.remove(key) : notes.put(key, note);
        return before == null ? Note.NONE : before;
    }

    Note get(Object key) {
        return notes.getOrDefault(key, Note.NONE);
    }
}
