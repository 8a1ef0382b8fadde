// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.math.BigInteger;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.runtime.packet.PacketState;
import org.weir.bmv2.runtime.state.CounterBank;
import org.weir.bmv2.runtime.state.MeterBank;
import org.weir.bmv2.runtime.state.RegisterFile;
import org.weir.bmv2.runtime.table.MatchTable;
import org.weir.bmv2.runtime.table.ValueSetMembers;

/**
 * The stateful objects of a running program, as generated code gets them; each list is in the
 * program's order.
 */
public final class ProgramObjects {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramObjects.class);

    private final List<MatchTable> tables;
    private final List<RegisterFile> registers;
    private final List<CounterBank> counters;
    private final List<MeterBank> meters;
    private final List<ValueSetMembers> valueSets;
    private final List<ExternSite> externs;
    private final LongSupplier clockNs;
    private long randomState;
    private long outOfRange;

    /** Puts the objects together; the seed is that of the program's random numbers. */
    public ProgramObjects(
            List<MatchTable> tables,
            List<RegisterFile> registers,
            List<CounterBank> counters,
            List<MeterBank> meters,
            List<ValueSetMembers> valueSets,
            List<ExternSite> externs,
            LongSupplier clockNs,
            long seed) {
        this.tables = List.copyOf(tables);
        this.registers = List.copyOf(registers);
        this.counters = List.copyOf(counters);
        this.meters = List.copyOf(meters);
        this.valueSets = List.copyOf(valueSets);
        this.externs = List.copyOf(externs);
        this.clockNs = clockNs;
        this.randomState = seed;
    }

    /** A table by its place in the program. */
    public MatchTable table(int index) {
        return tables.get(index);
    }

    /** A register array by its place in the program. */
    public RegisterFile register(int index) {
        return registers.get(index);
    }

    /** A counter array by its place in the program. */
    public CounterBank counter(int index) {
        return counters.get(index);
    }

    /** A meter array by its place in the program. */
    public MeterBank meter(int index) {
        return meters.get(index);
    }

    /** A value set by its place in the program. */
    public ValueSetMembers valueSet(int index) {
        return valueSets.get(index);
    }

    /** A call of an extern by its place in the program. */
    public ExternSite extern(int index) {
        return externs.get(index);
    }

    /** Tables in the program's order. */
    public List<MatchTable> tables() {
        return tables;
    }

    /** Time of the switch. */
    public long nowNs() {
        return clockNs.getAsLong();
    }

    /**
     * A random number between two unsigned ones, both included; the first when they are equal. The
     * sequence depends on the seed only (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
     */
    public long random(long low, long high) {
        if (Long.compareUnsigned(low, high) >= 0) {
            return low;
        }
        randomState += 0x9e3779b97f4a7c15L;
        long z = randomState;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        z ^= z >>> 31;
        long span = high - low + 1;
        return span == 0 ? z : low + Long.remainderUnsigned(z, span);
    }

    /**
     * An index beyond an array: the access has no effect, as BMv2 has it; said once per power of
     * two.
     */
    public void outOfRange(String array, long index, int size) {
        outOfRange++;
        if (Long.bitCount(outOfRange) == 1) {
            LOG.warn(
                    "{}: index {} is beyond its {} elements; ignored ({} such accesses so far)",
                    array,
                    Long.toUnsignedString(index),
                    size,
                    outOfRange);
        }
    }

    /** Writes a message of the program to the log, each {@code {}} replaced by a value. */
    public void log(String message, BigInteger... values) {
        LOG.info(message, (Object[]) values);
    }

    /** An assertion of the program that does not hold. */
    public void assertionFailed(PacketState packet, String where) {
        packet.failed = true;
        packet.exited = true;
        LOG.error("assertion failed, packet dropped: {}", where);
    }
}
