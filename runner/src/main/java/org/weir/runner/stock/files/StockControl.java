// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.util.List;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.ThriftConnection;
import org.weir.runner.stock.ThriftStruct;

/**
 * The control plane of one {@code simple_switch}, by its Thrift interface (standard.thrift,
 * simple_pre_lag.thrift and simple_switch.thrift of BMv2). Handles are numbers that BMv2 chooses.
 */
public final class StockControl implements AutoCloseable {

    private static final int CONTEXT = 0;
    private static final int TIMEOUT_MS = 60_000;
    private static final int MICROS_PER_SECOND = 1_000_000;

    private static final String STANDARD = "standard";
    private static final String REPLICATION = "simple_pre_lag";
    private static final String SIMPLE_SWITCH = "simple_switch";

    private final ThriftConnection connection;

    /** Connects to a switch in this thread's network namespace. */
    public StockControl(int thriftPort) throws StockException {
        connection = new ThriftConnection(thriftPort, TIMEOUT_MS);
    }

    /** An entry of a table with actions of its own. */
    int addEntry(
            String table, List<ThriftStruct> match, String action, List<byte[]> data, int priority)
            throws StockException {
        return (Integer)
                connection.call(
                        STANDARD,
                        "bm_mt_add_entry",
                        CONTEXT,
                        table,
                        match,
                        action,
                        data,
                        priority(priority));
    }

    int addMemberEntry(String table, List<ThriftStruct> match, int member, int priority)
            throws StockException {
        return (Integer)
                connection.call(
                        STANDARD,
                        "bm_mt_indirect_add_entry",
                        CONTEXT,
                        table,
                        match,
                        member,
                        priority(priority));
    }

    int addGroupEntry(String table, List<ThriftStruct> match, int group, int priority)
            throws StockException {
        return (Integer)
                connection.call(
                        STANDARD,
                        "bm_mt_indirect_ws_add_entry",
                        CONTEXT,
                        table,
                        match,
                        group,
                        priority(priority));
    }

    private static ThriftStruct priority(int priority) {
        return new ThriftStruct().set(1, priority);
    }

    void setDefaultAction(String table, String action, List<byte[]> data) throws StockException {
        connection.call(STANDARD, "bm_mt_set_default_action", CONTEXT, table, action, data);
    }

    void setDefaultMember(String table, int member) throws StockException {
        connection.call(STANDARD, "bm_mt_indirect_set_default_member", CONTEXT, table, member);
    }

    void setDefaultGroup(String table, int group) throws StockException {
        connection.call(STANDARD, "bm_mt_indirect_ws_set_default_group", CONTEXT, table, group);
    }

    int addMember(String profile, String action, List<byte[]> data) throws StockException {
        return (Integer)
                connection.call(
                        STANDARD, "bm_mt_act_prof_add_member", CONTEXT, profile, action, data);
    }

    int createGroup(String profile) throws StockException {
        return (Integer) connection.call(STANDARD, "bm_mt_act_prof_create_group", CONTEXT, profile);
    }

    void addMemberToGroup(String profile, int member, int group) throws StockException {
        connection.call(
                STANDARD, "bm_mt_act_prof_add_member_to_group", CONTEXT, profile, member, group);
    }

    void addToValueSet(String set, byte[] value) throws StockException {
        connection.call(STANDARD, "bm_parse_vset_add", CONTEXT, set, value);
    }

    void setMirrorSession(int session, Integer port, Integer multicastGroup) throws StockException {
        connection.call(
                SIMPLE_SWITCH,
                "mirroring_session_add",
                session,
                new ThriftStruct().set(1, port).set(2, multicastGroup));
    }

    int createMulticastGroup(int group) throws StockException {
        return (Integer) connection.call(REPLICATION, "bm_mc_mgrp_create", CONTEXT, group);
    }

    /**
     * Adds copies to a multicast group.
     *
     * @param handle of the group
     * @param instance value of egress_rid in the copies
     * @param ports ports of the copies
     */
    void addReplicas(int handle, int instance, List<Integer> ports) throws StockException {
        int last = ports.stream().mapToInt(Integer::intValue).max().orElse(0);
        // From the right: bit 0 is the last character.
        StringBuilder map = new StringBuilder();
        for (int port = last; port >= 0; port--) {
            map.append(ports.contains(port) ? '1' : '0');
        }
        int node =
                (Integer)
                        connection.call(
                                REPLICATION,
                                "bm_mc_node_create",
                                CONTEXT,
                                instance,
                                map.toString(),
                                "");
        connection.call(REPLICATION, "bm_mc_node_associate", CONTEXT, handle, node);
    }

    void setMeter(String meter, int index, MeterConfig config) throws StockException {
        connection.call(STANDARD, "bm_meter_set_rates", CONTEXT, meter, index, rates(config));
    }

    void setEntryMeter(String table, int handle, MeterConfig config) throws StockException {
        connection.call(STANDARD, "bm_mt_set_meter_rates", CONTEXT, table, handle, rates(config));
    }

    private static List<ThriftStruct> rates(MeterConfig config) {
        return List.of(
                rate(config.committedRate(), config.committedBurst()),
                rate(config.peakRate(), config.peakBurst()));
    }

    private static ThriftStruct rate(long perSecond, long burst) {
        return ThriftStruct.of((double) perSecond / MICROS_PER_SECOND, (int) burst);
    }

    void writeRegister(String register, int index, long value) throws StockException {
        connection.call(STANDARD, "bm_register_write", CONTEXT, register, index, value);
    }

    /** Values of all registers of an array; 2^63 - 1 for those that are greater. */
    @SuppressWarnings("unchecked")
    List<Long> readRegisters(String register) throws StockException {
        return (List<Long>) connection.call(STANDARD, "bm_register_read_all", CONTEXT, register);
    }

    CounterValue readCounter(String counter, int index) throws StockException {
        return value(connection.call(STANDARD, "bm_counter_read", CONTEXT, counter, index));
    }

    CounterValue readEntryCounter(String table, int handle) throws StockException {
        return value(connection.call(STANDARD, "bm_mt_read_counter", CONTEXT, table, handle));
    }

    private static CounterValue value(Object answer) {
        ThriftStruct value = (ThriftStruct) answer;
        return new CounterValue(value.int64(2), value.int64(1));
    }

    /** Sets how many packets each queue of each port holds. */
    public void setQueueDepths(int depthPackets) throws StockException {
        connection.call(SIMPLE_SWITCH, "set_all_egress_queue_depths", depthPackets);
    }

    /** BMv2's clock: microseconds since it started. */
    public long elapsedMicros() throws StockException {
        return (Long) connection.call(SIMPLE_SWITCH, "get_time_elapsed_us");
    }

    @Override
    public void close() {
        connection.close();
    }
}
