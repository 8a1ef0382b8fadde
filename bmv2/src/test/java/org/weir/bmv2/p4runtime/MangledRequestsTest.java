// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Random requests of all calls, with bytes that are no message and with messages that make no
 * sense. Each is answered with a status that names the mistake, a refused request changes nothing,
 * and afterwards the server is as it was before. The system property {@code weir.mangledRequests}
 * sets their number.
 */
class MangledRequestsTest {

    private static final int REQUESTS = Integer.getInteger("weir.mangledRequests", 40_000);

    /** Requests that are under way at a time, and between two looks at the switch's state. */
    private static final int REQUESTS_PER_BLOCK = 200;

    static final Program PROGRAM = Program.ENTITIES;
    static final Uint128 HIGHEST = Uint128.newBuilder().setHigh(-1).setLow(-1).build();
    static final byte[] FRAME =
            HexFormat.of().parseHex("020000000002020000000001" + "0800" + "00".repeat(46));

    private final Random random = new Random(42);
    private final Damage damage = new Damage(random);
    private final List<Entity> samples = Samples.of(random);

    /** Numbers of accepted and of refused requests, by call. */
    private final Map<String, int[]> outcomes = new TreeMap<>();

    private final List<Answer> underWay = new ArrayList<>();
    private final List<Answer> inVain = new ArrayList<>();
    private int sent;
    private Bench bench;
    private Client healthy;
    private RawClient raw;
    private MangledStreams streams;

    @BeforeEach
    void serve() throws Exception {
        bench = new Bench();
        healthy = Client.primary(bench.port(), HIGHEST);
        raw = new RawClient(bench.port());
        streams = new MangledStreams(raw, random, damage, taken -> count("stream", taken));
    }

    @AfterEach
    void stop() {
        raw.close();
        healthy.close();
        bench.close();
    }

    @Test
    void areAnsweredAndDoNoHarm() throws Exception {
        healthy.push(PROGRAM.config(1));
        final Set<Entity> initial = state();
        populate();
        Set<Entity> before = state();
        final int threadsBefore = threads();
        for (boolean harmless = true; sent < REQUESTS; harmless = !harmless) {
            int end = sent + REQUESTS_PER_BLOCK;
            while (sent < end) {
                one(harmless);
                if (!harmless) {
                    settle();
                }
            }
            settle();
            Set<Entity> after = state();
            if (harmless) {
                assertThat(after).isEqualTo(before);
            }
            before = after;
        }
        assertRefusedAndTaken();
        assertThat(threads()).isLessThan(threadsBefore + 2 * REQUESTS_PER_BLOCK);
        raw.close();
        awaitClients(1);
        assertHealthy(initial);
    }

    /** A request or a burst of messages; a harmless one must be refused or change nothing. */
    private void one(boolean harmless) throws Exception {
        int kind = random.nextInt(1000);
        if (kind < 4) {
            setPipeline(harmless);
        } else if (kind < 85) {
            streams.burst();
            sent += MangledStreams.MESSAGES_PER_BURST;
        } else if (kind < 105) {
            call(
                    P4RuntimeGrpc.getCapabilitiesMethod(),
                    CapabilitiesRequest.getDefaultInstance(),
                    any(CapabilitiesRequest.getDefaultInstance()));
        } else if (kind < 125) {
            get();
        } else if (kind < 400) {
            read();
        } else if (harmless) {
            writeInVain();
        } else {
            write();
        }
    }

    private void get() {
        call(
                P4RuntimeGrpc.getGetForwardingPipelineConfigMethod(),
                GetForwardingPipelineConfigRequest.getDefaultInstance(),
                any(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(Client.DEVICE_ID)
                                .setResponseTypeValue(random.nextInt(5))
                                .build()));
    }

    private void read() {
        call(
                P4RuntimeGrpc.getReadMethod(),
                ReadRequest.getDefaultInstance(),
                any(
                        ReadRequest.newBuilder()
                                .setDeviceId(Client.DEVICE_ID)
                                .addEntities(damaged())
                                .addEntities(sample())
                                .build()));
    }

    /** A write that may be taken. */
    private void write() {
        WriteRequest.Builder write = writeOf(damaged());
        write.setAtomicityValue(random.nextInt(4));
        if (random.nextInt(4) == 0) {
            write.addUpdates(update(sample()));
        }
        boolean mangled = random.nextInt(4) == 0;
        byte[] request = mangled ? any(write.build()) : write.build().toByteArray();
        // Looking at the state is dear, so only now and then.
        Set<Entity> before = !mangled && random.nextInt(20) == 0 ? state() : null;
        Answer answer = call(P4RuntimeGrpc.getWriteMethod(), write.build(), request);
        if (before != null && !answer.isTaken() && write.getUpdatesCount() == 1) {
            assertThat(state()).as(write.toString()).isEqualTo(before);
        }
    }

    /** A batch of which one update fails and which is taken back, or one from the wrong client. */
    private void writeInVain() {
        Update toNoEntry =
                Client.update(Update.Type.MODIFY, entity(PROGRAM.route(0xcb007100, 24, 1)));
        List<Update> updates = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            updates.add(update(random.nextBoolean() ? damaged() : sample()));
        }
        updates.add(random.nextInt(updates.size() + 1), toNoEntry);
        WriteRequest.Builder write =
                writeOf(sample())
                        .clearUpdates()
                        .addAllUpdates(updates)
                        .setAtomicityValue(1 + random.nextInt(2));
        switch (random.nextInt(16)) {
            case 0 -> write.setDeviceId(random.nextLong());
            case 1 -> write.clearElectionId().setAtomicityValue(0);
            case 2 -> write.getElectionIdBuilder().setLow(random.nextLong());
            case 3 -> write.setRole("nobody " + random.nextInt()).setAtomicityValue(0);
            default -> {
                // As it is.
            }
        }
        inVain.add(
                call(P4RuntimeGrpc.getWriteMethod(), write.build(), write.build().toByteArray()));
    }

    private void setPipeline(boolean harmless) throws Exception {
        SetForwardingPipelineConfigRequest.Builder push =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(Client.DEVICE_ID)
                        .setElectionId(HIGHEST)
                        .setActionValue(harmless ? 1 : random.nextInt(7))
                        .setConfig(PROGRAM.config(random.nextLong()));
        switch (random.nextInt(harmless ? 3 : 4)) {
            case 0 -> {
                for (int changes = random.nextInt(6); changes >= 0; changes--) {
                    push.setConfig(damage.message(push.getConfig()));
                }
            }
            case 1 -> push.getConfigBuilder().setP4DeviceConfig(damagedJson());
            case 2 -> {
                byte[] json = push.getConfig().getP4DeviceConfig().toByteArray();
                ByteString cut = ByteString.copyFrom(json, 0, random.nextInt(json.length));
                push.setActionValue(2 + random.nextInt(2));
                push.getConfigBuilder().setP4DeviceConfig(cut);
            }
            default -> push = damage.message(push.build()).toBuilder();
        }
        Answer answer =
                call(
                        P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        push.build(),
                        random.nextInt(4) == 0 && !harmless
                                ? damage.bytes(push.build().toByteArray())
                                : push.build().toByteArray());
        if (!harmless && answer.isTaken()) {
            healthy.push(PROGRAM.config(1));
            populate();
        }
    }

    private ByteString damagedJson() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode json = mapper.readTree(PROGRAM.json);
        for (int changes = random.nextInt(6); changes >= 0; changes--) {
            damage.json(json);
        }
        return ByteString.copyFrom(mapper.writeValueAsBytes(json));
    }

    /** A request as damaged bytes or as a damaged message. */
    private byte[] any(Message request) {
        if (request.getSerializedSize() == 0) {
            byte[] bytes = new byte[random.nextInt(4)];
            random.nextBytes(bytes);
            return bytes;
        }
        return random.nextInt(3) == 0
                ? damage.bytes(request.toByteArray())
                : damage.message(request).toByteArray();
    }

    private Entity sample() {
        return samples.get(random.nextInt(samples.size()));
    }

    /** An entity with a change or two, in a form that is still an entity. */
    private Entity damaged() {
        Entity entity = sample();
        if (random.nextBoolean()) {
            entity = damage.message(entity);
            return random.nextInt(4) == 0 ? damage.message(entity) : entity;
        }
        while (true) {
            try {
                return Entity.parseFrom(damage.bytes(entity.toByteArray()));
            } catch (InvalidProtocolBufferException e) {
                // Protobuf itself refuses this one; the next may pass.
                continue;
            }
        }
    }

    private Update update(Entity entity) {
        return Client.update(Update.Type.forNumber(1 + random.nextInt(3)), entity);
    }

    private WriteRequest.Builder writeOf(Entity entity) {
        return WriteRequest.newBuilder()
                .setDeviceId(Client.DEVICE_ID)
                .setElectionId(HIGHEST)
                .addUpdates(update(entity));
    }

    /** Sends a request; {@link #settle} checks how it was answered. */
    private Answer call(MethodDescriptor<?, ?> method, Message type, byte[] request) {
        sent++;
        Answer answer =
                new Answer(
                        method.getBareMethodName(),
                        parse(type, request),
                        raw.call(method, request));
        underWay.add(answer);
        return answer;
    }

    /** Waits for all answers, and fails if one is not as it should be. */
    private void settle() {
        for (Answer answer : underWay) {
            count(answer.call(), answer.isTaken());
            answer.check();
        }
        underWay.clear();
        assertThat(inVain).noneMatch(Answer::isTaken);
        inVain.clear();
    }

    private static Message parse(Message type, byte[] request) {
        try {
            return type.getParserForType().parseFrom(request);
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private void count(String what, boolean taken) {
        outcomes.computeIfAbsent(what, key -> new int[2])[taken ? 0 : 1]++;
    }

    /** Both happened often to each call, so that the damage is neither too small nor too large. */
    private void assertRefusedAndTaken() {
        assertThat(outcomes)
                .hasSize(6)
                .allSatisfy(
                        (call, counts) ->
                                assertThat(Math.min(counts[0], counts[1]))
                                        .as("%s: %d taken, %d refused", call, counts[0], counts[1])
                                        .isGreaterThan((counts[0] + counts[1]) / 50));
    }

    private Set<Entity> state() {
        return Set.copyOf(healthy.read(ForwardingState.EVERYTHING.toArray(new Entity[0])));
    }

    private void populate() {
        for (Entity sample : samples) {
            healthy.stub.write(
                    healthy.request(
                            WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                            Client.update(
                                    Samples.isAlwaysThere(sample)
                                            ? Update.Type.MODIFY
                                            : Update.Type.INSERT,
                                    sample)));
        }
    }

    private static int threads() {
        return (int)
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("p4runtime-"))
                        .count();
    }

    /** Waits until the server has noticed that all but some clients have gone. */
    private void awaitClients(int count) throws InterruptedException {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (bench.server().connectedClients() != count && System.nanoTime() < endNs) {
            Thread.sleep(1);
        }
        assertThat(bench.server().connectedClients()).isEqualTo(count);
    }

    /** The client that was there all the time, and a new one, get all that they ask for. */
    private void assertHealthy(Set<Entity> initial) throws Exception {
        healthy.push(PROGRAM.config(2));
        assertThat(state()).isEqualTo(initial);
        healthy.insert(PROGRAM.route(0x0a000000, 8, 1));
        assertThat(healthy.readTable("I.routes")).hasSize(1);
        healthy.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")));
        byte[] last = FRAME.clone();
        last[last.length - 1] = 1;
        bench.receive(4, last);
        StreamMessageResponse message;
        do {
            message = healthy.next();
        } while (!message.getPacket().getPayload().equals(ByteString.copyFrom(last)));
        healthy.send(
                StreamMessageRequest.newBuilder()
                        .setPacket(
                                PacketOut.newBuilder()
                                        .setPayload(ByteString.copyFrom(last))
                                        .addMetadata(
                                                PacketMetadata.newBuilder()
                                                        .setMetadataId(1)
                                                        .setValue(Program.number(3))))
                        .build());
        byte[] frame;
        do {
            frame = bench.nextSent(3);
        } while (!Arrays.equals(frame, last));
        try (Client other = new Client(bench.port(), 11)) {
            other.openStream();
            assertThat(other.arbitrate()).isEqualTo(Status.Code.ALREADY_EXISTS);
            assertThat(other.readTable("I.acl")).hasSize(1);
        }
    }
}
