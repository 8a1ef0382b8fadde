// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.p4runtime.Bench;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** What an observer of a switch's writers sees. */
@Timeout(300)
class WriteObserverTest {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private final WriteObserver observer =
            new WriteObserver() {
                @Override
                public void primary(RoleName role, Optional<BigInteger> electionId) {
                    seen.add("primary " + electionId.map(Object::toString).orElse("none"));
                }

                @Override
                public void write(
                        RoleName role, BigInteger electionId, int updates, boolean accepted) {
                    seen.add(electionId + " writes " + updates + ": " + accepted);
                }
            };

    private static WriteRequest route(Client client) {
        return client.request(
                WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                Client.update(
                        Update.Type.INSERT,
                        Program.entity(Program.ENTITIES.route(0x0a000000, 8, 1))));
    }

    @Test
    void primariesAndWritesAreSeenInTheOrderOfTheSwitch() throws Exception {
        try (Bench bench = new Bench(observer);
                Client former = Client.primary(bench.port(), 5)) {
            former.push(Program.ENTITIES.config(1));
            try (Client next = Client.primary(bench.port(), 9)) {
                assertThatThrownBy(() -> former.stub.write(route(former)))
                        .hasMessageContaining("PERMISSION_DENIED");
                next.stub.write(route(next));
            }
            // The end of a stream reaches the switch a moment later.
            while (!seen.contains("primary none")) {
                Thread.sleep(10);
            }
        }
        assertThat(seen)
                .containsSubsequence(
                        "primary 5",
                        "5 writes 0: true",
                        "primary 9",
                        "5 writes 1: false",
                        "9 writes 1: true",
                        "primary none")
                .doesNotContain("5 writes 1: true");
    }
}
