// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;

/**
 * One table of the running program. Everything that cannot be done is a {@link ControlException}
 * naming the table, the field and the rule, and changes nothing. A change is seen as a whole by the
 * next packet.
 */
public interface TableControl {

    /** Full name, as in P4Info. */
    String name();

    /**
     * The fields of the key, in the order of P4Info; none for a table without a key. p4c writes
     * optional fields as ternary ones: a {@link MatchKey.Optional} is taken for either, and read
     * back as what it was written as.
     */
    List<MatchField> matchFields();

    /**
     * The key of an entry of which only some fields are stated; the others match everything.
     *
     * @param stated the stated fields by name
     * @throws IllegalArgumentException if the table has no field of such a name
     */
    default List<MatchKey> key(Map<String, MatchKey> stated) {
        List<String> names =
                matchFields().stream().map(MatchField::name).collect(Collectors.toList());
        for (String name : stated.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "table " + name() + " has no field " + name + ", only " + names);
            }
        }
        return names.stream()
                .map(name -> stated.getOrDefault(name, MatchKey.ANY))
                .collect(Collectors.toList());
    }

    /** Most entries the table takes. */
    long maxSize();

    /** Full names of the actions an entry or the default may have. */
    List<String> actions();

    /**
     * Whether the program declares entries that have not been released. As in BMv2, no others may
     * then be written: its JSON does not tell entries that are constant from those that a program
     * merely starts with.
     */
    boolean isConst();

    /**
     * Makes the entries that the program declares ordinary ones, so that they and others may be
     * written: P4Info tells that a program only starts with them.
     */
    void releaseEntries();

    /**
     * Lets no entries be written: P4Info tells that the program declares all of them, even if there
     * is none.
     */
    void fixEntries();

    /** Whether entries have priorities: at least one field is ternary, range or optional. */
    boolean needsPriority();

    /**
     * The action profile or selector whose members and groups the entries refer to, if the table
     * has one.
     */
    Optional<ActionProfileControl> actionProfile();

    /** Adds an entry. */
    void insert(TableEntry entry);

    /**
     * Changes the action of the entry with the same keys and priority; its counter goes on, its
     * meter too.
     */
    void modify(TableEntry entry);

    /** Removes the entry with these keys and this priority. */
    void delete(List<MatchKey> match, int priority);

    /** The entry with these keys and this priority. */
    Optional<TableEntry> get(List<MatchKey> match, int priority);

    /** All entries, in the order they were inserted; those of the program first. */
    List<TableEntry> entries();

    /** Sets what happens when no entry matches. */
    void setDefaultAction(EntryAction action);

    /** Makes the default what the program declares. */
    void resetDefaultAction();

    /** Action for packets that match no entry. */
    EntryAction defaultAction();

    /** Whether the default is what the program declares. */
    boolean isDefaultActionInitial();

    /** Whether entries may have an idle timeout. */
    boolean hasIdleTimeout();

    /**
     * Time in ns since the entry was hit last; since it was written, when it has not been hit. Of
     * tables with idle timeout only.
     */
    long sinceHitNs(List<MatchKey> match, int priority);

    /** Whether entries and the default have counters. */
    boolean hasDirectCounter();

    /** Reads the counter of an entry. */
    CounterValue readCounter(List<MatchKey> match, int priority);

    /** Sets the counter of an entry. */
    void writeCounter(List<MatchKey> match, int priority, CounterValue value);

    /** Reads the counter of the default action. */
    CounterValue readDefaultCounter();

    /** Sets the counter of the default action. */
    void writeDefaultCounter(CounterValue value);

    /** Whether entries and the default have meters. */
    boolean hasDirectMeter();

    /** The configuration of an entry's meter; empty when it marks all packets green. */
    Optional<MeterConfig> meterConfig(List<MatchKey> match, int priority);

    /** Sets the configuration of an entry's meter, or takes it away with an empty one. */
    void configureMeter(List<MatchKey> match, int priority, Optional<MeterConfig> config);

    /** The configuration of the default action's meter; empty when it marks all packets green. */
    Optional<MeterConfig> defaultMeterConfig();

    /** Sets the configuration of the default action's meter, or takes it away with an empty one. */
    void configureDefaultMeter(Optional<MeterConfig> config);
}
