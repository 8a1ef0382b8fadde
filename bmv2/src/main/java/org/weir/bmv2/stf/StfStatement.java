// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.util.List;

/** A statement of a test in p4c's STF format. */
sealed interface StfStatement {

    /** Sends a packet into a port. */
    record Packet(int port, byte[] data) implements StfStatement {}

    /**
     * Expects a packet from a port.
     *
     * @param digits hexadecimal digits that the packet starts with, {@code *} for any; with {@code
     *     $} at the end the packet must not be longer; null when the bytes do not matter
     */
    record Expect(int port, String digits) implements StfStatement {}

    /** Expects that no port sends the packets received since the last expectation. */
    record NoPacket() implements StfStatement {}

    /** Lets the switch finish what it has to do. */
    record Wait() implements StfStatement {}

    /**
     * Adds an entry.
     *
     * @param priority higher wins; null when none is given
     * @param id by which other statements know the entry; null for none
     */
    record Add(String table, Integer priority, List<Key> match, Call action, String id)
            implements StfStatement {}

    /** Removes entries: all of all tables (table null), all of one (match null), or one. */
    record Remove(String table, Integer priority, List<Key> match) implements StfStatement {}

    /** Removes the entry that was added with an id. */
    record RemoveById(String id) implements StfStatement {}

    /** Sets a table's default action. */
    record SetDefault(String table, Call action) implements StfStatement {}

    /**
     * Checks a counter or a register.
     *
     * @param kind kind of object: {@code counter} or {@code register}
     * @param index a number, or the id of an entry whose direct counter is meant
     * @param unit {@code packets} or {@code bytes} of a counter
     * @param condition such as {@code ==}; null when only the object's existence is checked
     * @param value value to compare with
     */
    record Check(
            String kind, String name, String index, String unit, String condition, String value)
            implements StfStatement {}

    /** A command that BMv2's own command line has too, such as {@code mirroring_add}. */
    record Command(String name, List<String> arguments) implements StfStatement {}

    /** A field of a key and the text of its value. */
    record Key(String field, String value) {}

    /** An action and its arguments in the order of the text. */
    record Call(String action, List<Argument> arguments) {}

    /** An action's parameter and the text of its value. */
    record Argument(String parameter, String value) {}

    /** A statement and the line it is on, counted from 1. */
    record Line(int number, StfStatement statement) {}
}
