// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.ValueSetControl;

/**
 * Interface of a switch for its control plane. Every method is to be called on the thread of the
 * switch's timeline, except where said otherwise, and every listener is called on it. A refused
 * call throws a {@link ControlException}, and changes nothing.
 */
public interface SwitchControl {

    /** A program that is ready to run, on the switch that has prepared it, once at most. */
    interface PreparedProgram {}

    /**
     * Reads and compiles a program and makes its objects; changes nothing. May be called from any
     * thread, and takes so long that the timeline's is the wrong one while packets are under way.
     *
     * @param json the program as {@code p4c-bm2-ss} writes it
     */
    PreparedProgram prepareProgram(byte[] json) throws ProgramException;

    /**
     * Makes a program the running one. Tables, counters, registers, meters, mirror sessions and
     * multicast groups start anew; ports and listeners stay.
     *
     * @throws IllegalArgumentException if another switch has prepared it
     */
    void loadProgram(PreparedProgram program);

    /**
     * Prepares a program and makes it the running one. When it fails the running program runs on.
     *
     * @param json the program as {@code p4c-bm2-ss} writes it
     */
    default void loadProgram(byte[] json) throws ProgramException {
        loadProgram(prepareProgram(json));
    }

    /**
     * Checks that a program could be loaded, and changes nothing. May be called from any thread.
     */
    void checkProgram(byte[] json) throws ProgramException;

    /**
     * A switch of the same kind that has no ports and runs a program: for a control plane to fill
     * before the program is put into force here. May be called from any thread; the switch that it
     * gives is to be used on the timeline's.
     */
    SwitchControl spare(byte[] json) throws ProgramException;

    /**
     * Stops the program and forgets all that the control plane has set, as a restart would; ports
     * stay.
     */
    void reset();

    /** Whether a program is running; without one, frames are dropped and there are no objects. */
    boolean hasProgram();

    /** The tables of the running program. */
    List<TableControl> tables();

    /** A table by its full name. */
    Optional<TableControl> table(String name);

    /** The counters that are not bound to a table. */
    List<CounterControl> counters();

    /** A counter that is not bound to a table, by its full name. */
    Optional<CounterControl> counter(String name);

    /**
     * Announces that these counters will be read next, so that a switch that is reached by messages
     * can ask for all at once. May be called from any thread.
     *
     * @param cells indices by full name of the counter; none for all of the counter
     */
    default void readAhead(Map<String, Set<Integer>> cells) {}

    /** The meters that are not bound to a table. */
    List<MeterControl> meters();

    /** A meter that is not bound to a table, by its full name. */
    Optional<MeterControl> meter(String name);

    /** The registers. */
    List<RegisterControl> registers();

    /** A register by its full name. */
    Optional<RegisterControl> register(String name);

    /** The action profiles and selectors. */
    List<ActionProfileControl> actionProfiles();

    /** An action profile or selector by its full name. */
    Optional<ActionProfileControl> actionProfile(String name);

    /** The value sets of the parser. */
    List<ValueSetControl> valueSets();

    /** A value set of the parser by its full name. */
    Optional<ValueSetControl> valueSet(String name);

    /** Sets where clones of a session go. Session ids are 1 to 32767. */
    void setMirrorSession(int sessionId, MirrorSession session);

    /** Removes a session; its clones are made no more. Nothing happens when there is none. */
    void removeMirrorSession(int sessionId);

    /** A view of all mirror sessions by id, in order of id. */
    Map<Integer, MirrorSession> mirrorSessions();

    /** Sets the copies of a multicast group. Group ids are 1 to 65535. */
    void setMulticastGroup(int groupId, List<Replica> replicas);

    /** Removes a group; packets to it are dropped. Nothing happens when there is none. */
    void removeMulticastGroup(int groupId);

    /** A view of all multicast groups by id, in order of id. */
    Map<Integer, List<Replica>> multicastGroups();

    /** Number of copies of all multicast groups. */
    int multicastReplicas();

    /** Sets the receiver of digests; replaces the one before. */
    void onDigest(Consumer<Digest> listener);

    /** Sets the receiver of entries whose idle timeout is over; replaces the one before. */
    void onIdleEntry(Consumer<IdleEntry> listener);

    /**
     * Sends a packet into the switch as received on its CPU port.
     *
     * @param frame starts with the header that the program declares for packet-out
     */
    void packetOut(byte[] frame);

    /**
     * Sets the receiver of frames sent to the CPU port, which start with the header that the
     * program declares for packet-in; replaces the one before.
     */
    void onPacketIn(Consumer<byte[]> listener);

    /** Number of the CPU port. */
    int cpuPort();

    /** The ports, in order of number, without the CPU port. */
    List<PortStatus> ports();

    /**
     * True if no packet sees a part of a batch of writes without the rest, when the batch is made
     * on the timeline's thread.
     */
    default boolean writesAtomically() {
        return true;
    }

    /** True if the switch has {@link #traffic}. */
    default boolean showsTraffic() {
        return true;
    }

    /** Queues, rates, buffer and flow control. */
    TrafficControl traffic();

    /** Sets whether a port is meant to carry frames. */
    void setPortAdminUp(int port, boolean adminUp);

    /** Adds a receiver of every change of a port's state or rate. */
    void onPortChange(Consumer<PortStatus> listener);
}
