// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.storenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atomix.cluster.Node;
import io.atomix.cluster.discovery.BootstrapDiscoveryProvider;
import io.atomix.core.Atomix;
import io.atomix.protocols.raft.MultiRaftProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store of one member, and a client that is no member, as an ONOS node is. */
class StoreNodeTest {
    private static final String CLUSTER = "test";
    private static final String HOST = "127.0.0.1";

    @TempDir Path folder;

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getByName(HOST)));
            ports.add(sockets.get(i).getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    private Atomix store(int port) {
        return StoreNode.build(
                CLUSTER,
                "store-1",
                folder,
                StoreMembers.parse(List.of("store-1=" + HOST + ":" + port)));
    }

    private static Atomix client(int port, int storePort) {
        return Atomix.builder(StoreNodeTest.class.getClassLoader())
                .withClusterId(CLUSTER)
                .withMemberId("client")
                .withHost(HOST)
                .withPort(port)
                .withMembershipProvider(
                        BootstrapDiscoveryProvider.builder()
                                .withNodes(
                                        Node.builder()
                                                .withId("store-1")
                                                .withHost(HOST)
                                                .withPort(storePort)
                                                .build())
                                .build())
                .build();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void whatAClientHasWrittenIsThereAfterARestart() throws Exception {
        List<Integer> ports = freePorts(2);
        Atomix store = store(ports.get(1));
        store.start().get(2, TimeUnit.MINUTES);
        assertThat(putAndGetFormer(ports, "first")).isNull();
        store.stop().get(1, TimeUnit.MINUTES);

        Atomix again = store(ports.get(1));
        again.start().get(2, TimeUnit.MINUTES);
        assertThat(putAndGetFormer(ports, "second")).isEqualTo("first");
        again.stop().get(1, TimeUnit.MINUTES);
    }

    private static String putAndGetFormer(List<Integer> ports, String value) throws Exception {
        Atomix client = client(ports.get(0), ports.get(1));
        client.start().get(1, TimeUnit.MINUTES);
        try {
            return client.<String, String>mapBuilder("settings")
                    .withProtocol(MultiRaftProtocol.builder("raft").build())
                    .build()
                    .put("key", value);
        } finally {
            client.stop().get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void membersAreReadInTheirOrder() {
        StoreMembers members =
                StoreMembers.parse(List.of("store-1=10.0.0.11:5679", "store-2=10.0.0.12:5680"));

        assertThat(members.addresses().keySet()).containsExactly("store-1", "store-2");
        assertThat(members.address("store-2").host).isEqualTo("10.0.0.12");
        assertThat(members.address("store-2").port).isEqualTo(5680);
    }

    @Test
    void wrongMembersAreRefusedByName() {
        assertThatThrownBy(() -> StoreMembers.parse(List.of()))
                .hasMessage("member: at least one is required");
        assertThatThrownBy(() -> StoreMembers.parse(List.of("store-1=10.0.0.11")))
                .hasMessageContaining("not \"store-1=10.0.0.11\"");
        assertThatThrownBy(() -> StoreMembers.parse(List.of("a=10.0.0.1:70000")))
                .hasMessageContaining("must be such as");
        assertThatThrownBy(() -> StoreMembers.parse(List.of("a=h:1", "a=h:2")))
                .hasMessage("member: a is named twice");
        assertThatThrownBy(() -> StoreMembers.parse(List.of("a=h:1")).address("b"))
                .hasMessage("id: must be one of [a], not \"b\"");
    }
}
