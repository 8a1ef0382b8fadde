// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.p4runtime.Bench;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest.Atomicity;

/** A write of one member or group does not read all others: a batch costs what its updates cost. */
class BulkWritesTest {

    private static final int COUNT = 60;
    private static final Set<String> READS_ALL = Set.of("members", "groups");

    private final AtomicInteger readsOfAll = new AtomicInteger();
    private Bench bench;
    private Client client;

    @BeforeEach
    void serve() throws Exception {
        bench = new Bench(WriteObserver.NONE, this::counting);
        client = Client.primary(bench.port(), 10);
        client.push(Program.ENTITIES.config(1));
    }

    @AfterEach
    void stop() {
        client.close();
        bench.close();
    }

    private SwitchControl counting(SwitchControl device) {
        return proxy(
                SwitchControl.class,
                (method, arguments) -> {
                    Object result = method.invoke(device, arguments);
                    return method.getName().equals("actionProfile")
                            ? ((Optional<?>) result)
                                    .map(profile -> counting((ActionProfileControl) profile))
                            : result;
                });
    }

    private ActionProfileControl counting(ActionProfileControl profile) {
        return proxy(
                ActionProfileControl.class,
                (method, arguments) -> {
                    if (READS_ALL.contains(method.getName())) {
                        readsOfAll.incrementAndGet();
                    }
                    return method.invoke(profile, arguments);
                });
    }

    private interface Call {
        Object of(Method method, Object[] arguments)
                throws IllegalAccessException, InvocationTargetException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            try {
                                return call.of(method, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }

    private static Entity member(int id, int port) {
        return Entity.newBuilder()
                .setActionProfileMember(
                        ActionProfileMember.newBuilder()
                                .setActionProfileId(Program.ENTITIES.id("I.ecmp"))
                                .setMemberId(id)
                                .setAction(Program.ENTITIES.action("I.set_output", port)))
                .build();
    }

    private static Entity group(int id, int member) {
        return Entity.newBuilder()
                .setActionProfileGroup(
                        ActionProfileGroup.newBuilder()
                                .setActionProfileId(Program.ENTITIES.id("I.ecmp"))
                                .setGroupId(id)
                                .addMembers(
                                        ActionProfileGroup.Member.newBuilder()
                                                .setMemberId(member)
                                                .setWeight(1)))
                .build();
    }

    private void writeAll(Update.Type type, IntFunction<Entity> entity) {
        client.stub.write(
                client.request(
                        Atomicity.ROLLBACK_ON_ERROR,
                        IntStream.rangeClosed(1, COUNT)
                                .mapToObj(i -> Client.update(type, entity.apply(i)))
                                .toArray(Update[]::new)));
    }

    @Test
    void membersAndGroups() {
        writeAll(Update.Type.INSERT, i -> member(i, 1));
        writeAll(Update.Type.MODIFY, i -> member(i, 2));
        writeAll(Update.Type.INSERT, i -> group(i, i));
        writeAll(Update.Type.MODIFY, i -> group(i, 1 + i % COUNT));
        writeAll(Update.Type.MODIFY, i -> member(i, 3));
        assertThat(readsOfAll).hasValue(0);
        assertThat(client.read(member(7, 0), group(9, 0)))
                .containsExactlyInAnyOrder(member(7, 3), group(9, 10));
        writeAll(Update.Type.DELETE, i -> group(i, 1));
        writeAll(Update.Type.DELETE, i -> member(i, 1));
        assertThat(readsOfAll).hasValue(0);
    }
}
