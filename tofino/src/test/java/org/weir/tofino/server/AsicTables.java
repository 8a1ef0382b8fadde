// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.server;

import static org.weir.tofino.server.Schema.INVALID_ARGUMENT;
import static org.weir.tofino.server.Schema.NOT_FOUND;
import static org.weir.tofino.server.Schema.UNIMPLEMENTED;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.server.Schema.Refused;

/**
 * Fixed tables of a Tofino with 4 pipes, keyed as the ASIC has them: a queue by port group and
 * queue of the group, in its pipe. On Tofino 1 a port group has 4 ports of 8 queues, on Tofino 2 it
 * has 8 ports of 16.
 */
final class AsicTables {
    private static final int PIPES = 4;
    private static final int PORTS_PER_PIPE = 72;
    private static final int EVERY_PIPE = 0xFFFF;

    /** Begin of the messages of refused updates. */
    private static final Map<Update.Type, String> FAILED =
            Map.of(
                    Update.Type.INSERT, "Table Add failed",
                    Update.Type.MODIFY, "Table Entry modify failed",
                    Update.Type.DELETE, "Table Entry delete failed");

    private final Schema schema;
    private final String tm;
    private final int portsPerGroup;
    private final int queuesPerPort;
    private final Map<String, Map<String, Object>> written = new TreeMap<>();
    private final Map<Long, Map<String, Object>> ports = new TreeMap<>();
    private final Map<String, Map<String, Object>> hardware = new TreeMap<>();
    private final Set<String> broken = new HashSet<>();
    private final Map<Long, int[]> queuesOf = new TreeMap<>();

    AsicTables(Schema schema, int generation) {
        this.schema = schema;
        tm = "tf" + generation + ".tm.";
        portsPerGroup = generation == 1 ? 4 : 8;
        queuesPerPort = generation == 1 ? 8 : 16;
    }

    /** Every write to this entry is refused from now on. */
    void breakEntry(String table, int pipe, Map<String, Object> key) {
        broken.add(name(table, pipe, key));
    }

    /** Writes to a broken entry are taken again. */
    void mendEntry(String table, int pipe, Map<String, Object> key) {
        broken.remove(name(table, pipe, key));
    }

    /** Gives all settings of the traffic manager their defaults; the ports stay. */
    void reset() {
        written.clear();
    }

    /** Gives queue numbers of a port other physical queues. */
    void carve(long devPort, int... egressQueues) {
        queuesOf.put(devPort, egressQueues);
    }

    /** Sets the counters of the ASIC itself; the driver has not read them yet. */
    void count(String table, int pipe, Map<String, Object> key, Map<String, Object> counters) {
        hardware.put(name(table, pipe, key), counters);
    }

    /** Values written to an entry, by field. */
    Map<String, Object> written(String table, int pipe, Map<String, Object> key) {
        return written.getOrDefault(name(table, pipe, key), Map.of());
    }

    private static String name(String table, int pipe, Map<String, Object> key) {
        return table + " " + pipe + " " + new TreeMap<>(key);
    }

    void write(Update.Type type, int pipe, TableEntry entry) throws Refused {
        JsonNode table = schema.table(entry.getTableId());
        String tableName = table.get("name").asText();
        Map<String, Object> key = schema.key(table, entry);
        String failed = FAILED.getOrDefault(type, "Not supported");
        Map<String, Object> data = schema.data(table, entry.getData(), failed);
        if (tableName.equals("$PORT")) {
            writePort(type, (Long) key.get("$DEV_PORT"), data, table);
            return;
        }
        requireDefaultEntry(table, entry);
        if (type != Update.Type.MODIFY) {
            throw new Refused(UNIMPLEMENTED, failed, table);
        }
        if (!isEntry(pipe, key)) {
            throw new Refused(INVALID_ARGUMENT, failed, table);
        }
        if (table.has("action_specs") && !data.containsKey("")) {
            throw new Refused(NOT_FOUND, failed, table);
        }
        if (data.containsKey("pg_l1_node")
                && (Long) data.get("pg_l1_node") != (Long) key.get("pg_queue") / queuesPerPort) {
            // A node schedules queues of one port; as many nodes of a group are set as it has
            // ports.
            throw new Refused(INVALID_ARGUMENT, failed, table);
        }
        data.replace("max_priority", "0", "LOW");
        Map<String, Object> present = defaults(tableName, pipe, key);
        String name = name(tableName, pipe, key);
        if (broken.contains(name)) {
            throw new Refused(INVALID_ARGUMENT, "Table entry mod failed");
        }
        present.putAll(written.getOrDefault(name, Map.of()));
        present.putAll(data);
        written.put(name, present);
    }

    private void writePort(Update.Type type, long devPort, Map<String, Object> data, JsonNode table)
            throws Refused {
        boolean there = ports.containsKey(devPort);
        switch (type) {
            case INSERT:
                if (!isPort(devPort)) {
                    throw new Refused(INVALID_ARGUMENT, FAILED.get(type), table);
                }
                if (there) {
                    // A port that is there keeps its speed and FEC, and no error says so.
                    ports.get(devPort).put("$PORT_ENABLE", data.get("$PORT_ENABLE"));
                    return;
                }
                Map<String, Object> port = new LinkedHashMap<>();
                port.put("$PORT_ENABLE", false);
                port.put("$AUTO_NEGOTIATION", "PM_AN_DEFAULT");
                port.put("$PLL_OVRCLK", 0f);
                port.put("$PORT_NAME", name(devPort));
                port.putAll(data);
                ports.put(devPort, port);
                return;
            case MODIFY:
            case DELETE:
                // Neither is an error for a port that is not there.
                if (there && type == Update.Type.DELETE) {
                    ports.remove(devPort);
                } else if (there) {
                    ports.get(devPort).putAll(data);
                }
                return;
            default:
                throw new Refused(UNIMPLEMENTED, "Not supported", table);
        }
    }

    /** Name of a port, of the form {@code CONNECTOR/CHANNEL}. */
    private String name(long devPort) {
        // The first ports of a pipe of Tofino 2 have no connector, so it has eight less.
        long connector =
                portsPerGroup == 4
                        ? devPort / portsPerGroup + 1
                        : (devPort >> 7) * 8 + (devPort & 127) / portsPerGroup;
        return connector + "/" + devPort % portsPerGroup;
    }

    /**
     * Reads entries into a list. The driver sends the default entry of a table without a key also
     * where it refuses how it was asked for.
     */
    void read(int pipe, TableEntry asked, List<TableEntry> found) throws Refused {
        JsonNode table = schema.table(asked.getTableId());
        String tableName = table.get("name").asText();
        if (tableName.startsWith("$PORT") && !asked.hasKey()) {
            for (Map.Entry<Long, Map<String, Object>> port : ports.entrySet()) {
                found.add(
                        schema.encode(
                                table, Map.of("$DEV_PORT", port.getKey()), port(port.getKey())));
            }
            return;
        }
        Map<String, Object> key = schema.key(table, asked);
        boolean fromHardware = asked.getTableFlags().getFromHw();
        TableEntry.Builder entry =
                schema.encode(table, key, values(tableName, pipe, key, fromHardware)).toBuilder()
                        .setIsDefaultEntry(table.get("key").size() == 0);
        if (asked.hasEntryTgt()) {
            entry.setEntryTgt(asked.getEntryTgt());
        }
        found.add(entry.build());
        requireDefaultEntry(table, asked);
    }

    private Map<String, Object> values(
            String table, int pipe, Map<String, Object> key, boolean fromHardware) throws Refused {
        if (table.equals("$PORT")) {
            return port((Long) key.get("$DEV_PORT"));
        }
        if (table.equals("$PORT_STR_INFO")) {
            return portNamed((String) key.get("$PORT_NAME"));
        }
        Map<String, Object> values = defaults(table, pipe, key);
        String name = name(table, pipe, key);
        values.putAll(written.getOrDefault(name, Map.of()));
        if (fromHardware) {
            values.putAll(hardware.getOrDefault(name, Map.of()));
        }
        return values;
    }

    /** A table without a key has a default entry only. */
    private static void requireDefaultEntry(JsonNode table, TableEntry entry) throws Refused {
        if (table.get("key").size() == 0 && !entry.getIsDefaultEntry()) {
            throw new Refused(UNIMPLEMENTED, "Table key allocation failed.", table);
        }
    }

    private static boolean isPort(long devPort) {
        return (devPort & 127) < PORTS_PER_PIPE && devPort < PIPES * 128;
    }

    private static Refused noEntry(int code, String table) {
        return new Refused(code, "Entry not found in table:" + table);
    }

    private Map<String, Object> port(long devPort) throws Refused {
        if (!ports.containsKey(devPort)) {
            throw noEntry(NOT_FOUND, "$PORT");
        }
        Map<String, Object> port = new LinkedHashMap<>(ports.get(devPort));
        port.put("$PORT_UP", port.get("$PORT_ENABLE"));
        return port;
    }

    private Map<String, Object> portNamed(String portName) throws Refused {
        for (Map.Entry<Long, Map<String, Object>> port : ports.entrySet()) {
            if (port.getValue().get("$PORT_NAME").equals(portName)) {
                return Map.of("$DEV_PORT", port.getKey());
            }
        }
        throw noEntry(INVALID_ARGUMENT, "$PORT_STR_INFO");
    }

    /** True if the ASIC has the queue or the port of a key. */
    private boolean isEntry(int pipe, Map<String, Object> key) {
        boolean there = true;
        if (key.containsKey("pg_id")) {
            long groups = PORTS_PER_PIPE / portsPerGroup;
            long queues = (long) portsPerGroup * queuesPerPort;
            there =
                    pipe >= 0
                            && pipe < PIPES
                            && (Long) key.get("pg_id") < groups
                            && (Long) key.get("pg_queue") < queues;
        }
        if (key.containsKey("dev_port")) {
            // The driver takes any pipe for a port, which has a number of the whole ASIC.
            there &= isPort((Long) key.get("dev_port"));
        }
        return there;
    }

    /** Speed of a port as the driver names it; empty if the port was not added. */
    private Optional<String> speed(int pipe, Map<String, Object> key) {
        long devPort =
                key.containsKey("dev_port")
                        ? (Long) key.get("dev_port")
                        : pipe * 128L
                                + (Long) key.get("pg_id") * portsPerGroup
                                + (Long) key.get("pg_queue") / queuesPerPort;
        return Optional.ofNullable(ports.get(devPort)).map(port -> (String) port.get("$SPEED"));
    }

    /** Rate of a shaper that was never set, kbit/s: that of the port. */
    private long fullRateKbps(int pipe, Map<String, Object> key) {
        String gbps = speed(pipe, key).orElse("BF_SPEED_100G").replaceAll("[^0-9]|_R.*", "");
        return 1_000_000L * Long.parseLong(gbps);
    }

    /** Values of an entry that was never written; also checks that there is such an entry. */
    private Map<String, Object> defaults(String table, int pipe, Map<String, Object> key)
            throws Refused {
        Map<String, Object> values = new LinkedHashMap<>();
        if (!isEntry(pipe, key)) {
            throw noEntry(INVALID_ARGUMENT, table);
        }
        switch (table.startsWith(tm) ? table.substring(tm.length()) : table) {
            case "cfg":
                values.put("timestamp_shift_bits", 255L);
                values.put("cell_size_bytes", portsPerGroup == 4 ? 80L : 176L);
                values.put("total_cells", portsPerGroup == 4 ? 286720L : 393216L);
                break;
            case "port.cfg":
                portConfiguration(values, (Long) key.get("dev_port"));
                break;
            case "queue.sched_cfg":
                values.put("max_priority", "LOW");
                values.put("min_priority", "LOW");
                values.put("dwrr_weight", 1023L);
                values.put("max_rate_enable", false);
                values.put("min_rate_enable", false);
                values.put("scheduling_enable", true);
                if (queuesPerPort == 16) {
                    values.put("advanced_flow_control", "CREDIT");
                    values.put("pg_l1_node", (Long) key.get("pg_queue") / queuesPerPort);
                }
                break;
            case "queue.sched_shaping":
                shaper(values, fullRateKbps(pipe, key), 16384);
                values.put("min_rate", 0L);
                values.put("min_burst_size", 16384L);
                break;
            case "port.sched_shaping":
                shaper(values, fullRateKbps(pipe, key), 9216);
                break;
            case "queue.buffer":
                values.put("", "shared_pool");
                values.put("guaranteed_cells", queuesPerPort == 8 ? 20L : 36L);
                values.put("pool_id", "EG_APP_POOL_0");
                // On Tofino 1 of revision B0 and later; A0 has larger pools besides, and 14.
                values.put("pool_max_cells", queuesPerPort == 8 ? 13L : 43L);
                values.put("dynamic_baf", "80%");
                values.put("hysteresis_cells", 32L);
                values.put("tail_drop_enable", true);
                break;
            case "port.sched_cfg":
                values.put("max_rate_enable", false);
                speed(pipe, key).ifPresent(speed -> values.put("scheduling_speed", speed));
                break;
            case "$PORT_STAT":
                for (JsonNode field : schema.table(table).get("data")) {
                    values.put(field.get("singleton").get("name").asText(), 0L);
                }
                break;
            default:
                values.put("drop_count_packets", 0L);
                values.put("usage_cells", 0L);
                values.put("watermark_cells", 0L);
                break;
        }
        return values;
    }

    private static void shaper(Map<String, Object> values, long rateKbps, long burstBytes) {
        values.put("unit", "BPS");
        values.put("provisioning", "UPPER");
        values.put("max_rate", rateKbps);
        values.put("max_burst_size", burstBytes);
    }

    private void portConfiguration(Map<String, Object> values, long devPort) {
        long inPipe = devPort & 127;
        int first = (int) (inPipe % portsPerGroup) * queuesPerPort;
        // Drivers map 32 numbers to the eight queues of a port of Tofino 1, 128 to the 16 of Tofino
        // 2.
        int[] queues = new int[queuesPerPort == 8 ? 32 : 128];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = first + i % queuesPerPort;
        }
        values.put("pg_id", inPipe / portsPerGroup);
        values.put("pg_port_nr", inPipe % portsPerGroup);
        values.put("port_queues_count", (long) queuesPerPort);
        int[] numbers = new int[queues.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i % queuesPerPort;
        }
        values.put("ingress_qid_map", numbers);
        values.put("egress_qid_queues", queuesOf.getOrDefault(devPort, queues));
    }
}
