// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Atomicity;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.FieldInfo;
import org.weir.tofino.bfrt.Scope;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TableFlags;
import org.weir.tofino.bfrt.proto.TableKey;
import org.weir.tofino.bfrt.proto.TargetDevice;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.bfrt.proto.WriteRequest;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.EntryWriter;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * A switch that runs Weir's program for Tofino 1 or 2, such as a {@code bf_switchd} on Intel's
 * model, through BF Runtime and interfaces of this machine. The property {@code weir.bfrt} has its
 * address as {@code grpc://HOST:PORT}, {@code weir.bfrt.interfaces} the interface at each port's
 * other end:
 *
 * <pre>-Dweir.bfrt=grpc://127.0.0.1:50052 -Dweir.bfrt.interfaces=1=veth3,2=veth5,cpu=veth251</pre>
 *
 * <p>Needs root, and the ports 1 to 8 and the CPU's. On Tofino 2, whose front panel ports begin
 * with 8, these are the ASIC's ports 9 to 16 and 2 ({@link AsicPorts}). Other ports have the ASIC's
 * numbers. All entries of the program are taken out at the start, and ports, recirculation and
 * mirror sessions set; its registers and counters stay ({@link #reset}).
 */
final class RunningSwitch implements AutoCloseable, EntryWriter {

    private static final int CLIENT = 1906;
    private static final int COPY_BYTES = 128;
    private static final int ENTRIES_OF_A_WRITE = 200;
    private static final long ANSWER_MS = 300_000;

    /** Larger than every priority here: in BF Runtime the smallest number wins. */
    private static final int LOWEST_PRIORITY = 1 << 20;

    private final BfRtSession session;
    private final BfRtAddress address;
    private final AsicPorts asic;
    private final ManagedChannel channel;
    private final Map<Integer, PacketSocketPort> ports = new LinkedHashMap<>();
    private final BlockingQueue<BothPrograms.Sent> received = new LinkedBlockingQueue<>();
    private final List<Update> waiting = new ArrayList<>();

    private RunningSwitch(BfRtAddress address) {
        this.address = address;
        session = BfRtSession.open(address, ANSWER_MS);
        asic =
                new TrafficManagerTables(session).generation().equals("tf2")
                        ? AsicPorts.TOFINO_2
                        : AsicPorts.TOFINO_1;
        channel =
                NettyChannelBuilder.forTarget("dns:///" + address.host() + ":" + address.port())
                        .usePlaintext()
                        .build();
    }

    /** The switch of the properties; without them, the test that asks is skipped. */
    static RunningSwitch open() throws IOException {
        String text = System.getProperty("weir.bfrt");
        assumeTrue(text != null, "no switch: -Dweir.bfrt=grpc://HOST:PORT names none");
        String interfaces = System.getProperty("weir.bfrt.interfaces");
        assumeTrue(interfaces != null, "no ports: -Dweir.bfrt.interfaces=PORT=NAME,... names none");
        BfRtAddress given = BfRtAddress.parse(text);
        RunningSwitch running =
                new RunningSwitch(
                        new BfRtAddress(given.host(), given.port(), given.deviceId(), CLIENT));
        try {
            running.clear();
            running.setFixedTables();
            for (String each : interfaces.split(",")) {
                String[] parts = each.split("=", 2);
                running.attach(
                        parts[0].equals("cpu") ? BothPrograms.CPU : Integer.parseInt(parts[0]),
                        parts[1]);
            }
        } catch (IOException | RuntimeException e) {
            running.close();
            throw e;
        }
        return running;
    }

    private void attach(int port, String name) throws IOException {
        PacketSocketPort socket = PacketSocketPort.open(name);
        ports.put(port, socket);
        int number = port == BothPrograms.CPU ? asic.cpu() : asic.number(port);
        if (port > BothPrograms.PORTS) {
            session.write(List.of(enabled(number)), Atomicity.CONTINUE);
        }
        socket.start(
                (buffer, offset, length) ->
                        received.add(
                                asic.sent(
                                        number,
                                        Arrays.copyOfRange(buffer, offset, offset + length))),
                up -> {});
    }

    /** True if the properties name an interface for the port. */
    boolean has(int port) {
        return ports.containsKey(port);
    }

    /** True if the switch's program has the table. */
    boolean hasTable(String name) {
        return session.info().tables().stream()
                .anyMatch(table -> table.name().equals("pipe." + name));
    }

    /** The ASIC's generation, {@code tf1} or {@code tf2}. */
    String generation() {
        return asic.generation();
    }

    /** Takes all entries out of the program's tables. */
    private void clear() {
        for (TableInfo table : session.info().tables()) {
            if (table.name().matches("pipe\\.Weir(In|E)gress\\..*")
                    && !table.isConstant()
                    && !table.actions().isEmpty()
                    && !table.keys().isEmpty()) {
                waiting.add(emptying(table));
            }
        }
        flush();
    }

    /** Sets all entries of registers to their initial values. */
    void reset(List<String> registers) {
        registers.forEach(name -> waiting.add(emptying(session.info().table("pipe." + name))));
        flush();
    }

    private static Update emptying(TableInfo table) {
        return Update.newBuilder()
                .setType(Update.Type.DELETE)
                .setEntity(
                        Entity.newBuilder()
                                .setTableEntry(TableEntry.newBuilder().setTableId(table.id())))
                .build();
    }

    private void setFixedTables() {
        List<Change> changes = new ArrayList<>();
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            changes.add(enabled(asic.number(port)));
        }
        changes.add(enabled(asic.cpu()));
        changes.add(
                Change.modify(
                        fixed("$pre.port", "$DEV_PORT", asic.cpu())
                                .data("$COPY_TO_CPU_PORT_ENABLE", true)));
        changes.add(
                Change.modify(
                        fixed(
                                        asic.generation() + ".pktgen.port_cfg",
                                        "dev_port",
                                        asic.recirculation())
                                .data("recirculation_enable", true)));
        changes.add(Change.insert(mirror(1, asic.recirculation())));
        changes.add(Change.insert(mirror(2, asic.cpu())));
        for (int session = 1; session <= 2; session++) {
            try {
                this.session.write(
                        List.of(Change.delete(fixed("$mirror.cfg", "$sid", session))),
                        Atomicity.CONTINUE);
            } catch (RuntimeException e) {
                // There was none.
                continue;
            }
        }
        session.write(changes, Atomicity.CONTINUE);
    }

    private Change enabled(int number) {
        return Change.modify(fixed("$PORT", "$DEV_PORT", number).data("$PORT_ENABLE", true));
    }

    private Entry fixed(String table, String key, long value) {
        return session.entry(table, Scope.WHOLE).key(key, value);
    }

    private Entry mirror(long number, int port) {
        return fixed("$mirror.cfg", "$sid", number)
                .action("$normal")
                .data("$session_enable", true)
                .data("$direction", "BOTH")
                .data("$ucast_egress_port", (long) port)
                .data("$ucast_egress_port_valid", true)
                .data("$max_pkt_len", (long) COPY_BYTES);
    }

    @Override
    public void add(
            String table,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters) {
        TableInfo info = session.info().table("pipe." + table);
        Map<String, KeyMatch> numbered = asic.match(match);
        TableKey.Builder key = TableKey.newBuilder();
        for (FieldInfo field : info.keys()) {
            if (field.name().equals("$MATCH_PRIORITY")) {
                BigInteger value = BigInteger.valueOf(LOWEST_PRIORITY - priority);
                key.addFields(
                        KeyField.newBuilder()
                                .setFieldId(field.id())
                                .setExact(KeyField.Exact.newBuilder().setValue(bytes(value, 32))));
            } else {
                key.addFields(keyField(field, numbered.get(field.name())));
            }
        }
        TableData.Builder data = TableData.newBuilder().setActionId(info.actionId(action));
        asic.parameters(parameters)
                .forEach(
                        (name, value) -> {
                            FieldInfo field = info.data(action, name);
                            data.addFields(
                                    DataField.newBuilder()
                                            .setFieldId(field.id())
                                            .setStream(
                                                    bytes(
                                                            BigInteger.valueOf(value),
                                                            field.widthBits())));
                        });
        waiting.add(
                Update.newBuilder()
                        .setType(Update.Type.INSERT)
                        .setEntity(
                                Entity.newBuilder()
                                        .setTableEntry(
                                                TableEntry.newBuilder()
                                                        .setTableId(info.id())
                                                        .setKey(key)
                                                        .setData(data)))
                        .build());
        if (waiting.size() == ENTRIES_OF_A_WRITE) {
            flush();
        }
    }

    private static KeyField keyField(FieldInfo field, KeyMatch match) {
        KeyField.Builder key = KeyField.newBuilder().setFieldId(field.id());
        int bits = field.widthBits();
        BigInteger all = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        if (match instanceof KeyMatch.Exact exact) {
            key.setExact(KeyField.Exact.newBuilder().setValue(bytes(exact.value(), bits)));
        } else if (match instanceof KeyMatch.Lpm lpm) {
            key.setLpm(
                    KeyField.LPM
                            .newBuilder()
                            .setValue(bytes(lpm.value(), bits))
                            .setPrefixLen(lpm.prefixLength()));
        } else if (field.matchType().equals("Range")) {
            KeyMatch.Range range =
                    match == null
                            ? new KeyMatch.Range(BigInteger.ZERO, all)
                            : (KeyMatch.Range) match;
            key.setRange(
                    KeyField.Range.newBuilder()
                            .setLow(bytes(range.first(), bits))
                            .setHigh(bytes(range.last(), bits)));
        } else {
            KeyMatch.Ternary ternary =
                    match == null
                            ? new KeyMatch.Ternary(BigInteger.ZERO, BigInteger.ZERO)
                            : (KeyMatch.Ternary) match;
            key.setTernary(
                    KeyField.Ternary.newBuilder()
                            .setValue(bytes(ternary.value(), bits))
                            .setMask(bytes(ternary.mask(), bits)));
        }
        return key.build();
    }

    private static ByteString bytes(BigInteger value, int bits) {
        byte[] digits = value.toByteArray();
        byte[] padded = new byte[(bits + 7) / 8];
        for (int i = 0; i < Math.min(digits.length, padded.length); i++) {
            padded[padded.length - 1 - i] = digits[digits.length - 1 - i];
        }
        return ByteString.copyFrom(padded);
    }

    /** Sends the entries that wait. */
    void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        stub().write(
                        WriteRequest.newBuilder()
                                .setClientId(address.clientId())
                                .setTarget(target())
                                .setAtomicity(WriteRequest.Atomicity.CONTINUE_ON_ERROR)
                                .setP4Name(session.program())
                                .addAllUpdates(waiting)
                                .build());
        waiting.clear();
    }

    /** Lets a frame into a port; from the controller if it is {@link BothPrograms#CPU}. */
    void send(int port, byte[] frame) {
        byte[] numbered = port == BothPrograms.CPU ? asic.fromController(frame) : frame;
        ports.get(port).send(numbered, 0, numbered.length);
    }

    /**
     * Frames that the switch has sent since the last call.
     *
     * @param count frames of those counted to wait for
     * @param counted frames that count; all are returned
     * @param limitMs longest pause between two of them
     */
    List<BothPrograms.Sent> take(int count, Predicate<BothPrograms.Sent> counted, long limitMs)
            throws InterruptedException {
        List<BothPrograms.Sent> taken = new ArrayList<>();
        int left = count;
        while (left > 0) {
            BothPrograms.Sent next = received.poll(limitMs, TimeUnit.MILLISECONDS);
            if (next == null) {
                break;
            }
            taken.add(next);
            left -= counted.test(next) ? 1 : 0;
        }
        received.drainTo(taken);
        return taken;
    }

    /** Packets that a counter of the ASIC has counted. */
    long packets(String counter, int index) {
        return counted(counter, index).number("$COUNTER_SPEC_PKTS");
    }

    /** Bytes that a counter of the ASIC has counted. */
    long bytes(String counter, int index) {
        return counted(counter, index).number("$COUNTER_SPEC_BYTES");
    }

    private Entry counted(String counter, int index) {
        return session.read(
                fixed("pipe." + counter, "$COUNTER_INDEX", asic.index(counter, index)),
                Source.HARDWARE);
    }

    /** The fields of a register's entry in pipe 0, as the ASIC has them. */
    long[] register(String name, int index) {
        TableEntry.Builder entry =
                registerEntry(name, index).setTableFlags(TableFlags.newBuilder().setFromHw(true));
        ReadRequest request =
                ReadRequest.newBuilder()
                        .setTarget(target())
                        .setClientId(address.clientId())
                        .setP4Name(session.program())
                        .addEntities(Entity.newBuilder().setTableEntry(entry))
                        .build();
        // Each field comes once for each pipe, that of pipe 0 first.
        Map<Integer, Long> values = new LinkedHashMap<>();
        stub().read(request)
                .forEachRemaining(
                        answer -> {
                            TableData data = answer.getEntities(0).getTableEntry().getData();
                            for (DataField field : data.getFieldsList()) {
                                byte[] bytes = field.getStream().toByteArray();
                                long value = new BigInteger(1, bytes).longValue();
                                values.putIfAbsent(field.getFieldId(), value);
                            }
                        });
        return values.values().stream().mapToLong(Long::longValue).toArray();
    }

    /** Sets a register of one field in all pipes. */
    void setRegister(String name, int index, long value) {
        FieldInfo field = session.info().table("pipe." + name).data("", name + ".f1");
        ByteString stream = bytes(BigInteger.valueOf(value), field.widthBits());
        TableData.Builder data =
                TableData.newBuilder()
                        .addFields(DataField.newBuilder().setFieldId(field.id()).setStream(stream));
        waiting.add(
                Update.newBuilder()
                        .setType(Update.Type.INSERT)
                        .setEntity(
                                Entity.newBuilder()
                                        .setTableEntry(registerEntry(name, index).setData(data)))
                        .build());
        flush();
    }

    private TableEntry.Builder registerEntry(String name, int index) {
        TableInfo info = session.info().table("pipe." + name);
        FieldInfo field = info.key("$REGISTER_INDEX");
        ByteString value = bytes(BigInteger.valueOf(asic.index(name, index)), field.widthBits());
        KeyField.Builder key =
                KeyField.newBuilder()
                        .setFieldId(field.id())
                        .setExact(KeyField.Exact.newBuilder().setValue(value));
        return TableEntry.newBuilder()
                .setTableId(info.id())
                .setKey(TableKey.newBuilder().addFields(key));
    }

    private TargetDevice target() {
        return TargetDevice.newBuilder()
                .setDeviceId(address.deviceId())
                .setPipeId(Scope.EVERY_PIPE)
                .build();
    }

    private BfRuntimeGrpc.BfRuntimeBlockingStub stub() {
        return BfRuntimeGrpc.newBlockingStub(channel)
                .withDeadlineAfter(ANSWER_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ports.values().forEach(PacketSocketPort::close);
        session.close();
        channel.shutdownNow();
    }

    @Override
    public String toString() {
        return ports.entrySet().stream()
                .map(port -> port.getKey() + "=" + port.getValue().name())
                .collect(Collectors.joining(",", address + " ", ""));
    }
}
