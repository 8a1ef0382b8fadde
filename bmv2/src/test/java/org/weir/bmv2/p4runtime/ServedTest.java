// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** A switch behind its server, a client that is its primary, and a program that it has pushed. */
public abstract class ServedTest {

    protected static final Program PROGRAM = Program.ENTITIES;

    protected Bench bench;
    protected Client client;

    /** Program that the client pushes before each test; null for none. */
    protected Program pushed() {
        return PROGRAM;
    }

    @BeforeEach
    protected void serve() throws Exception {
        bench = new Bench();
        client = Client.primary(bench.port(), 10);
        if (pushed() != null) {
            client.push(pushed().config(1));
        }
    }

    @AfterEach
    protected void stop() {
        client.close();
        bench.close();
    }

    /** Writes one update that must fail. */
    protected void refused(Update.Type type, Entity entity, Status.Code code, String message) {
        P4RuntimeOuterClass.Error error = client.failingWrite(type, entity);
        assertThat(Status.fromCodeValue(error.getCanonicalCode()).getCode())
                .as(error.getMessage())
                .isEqualTo(code);
        assertThat(error.getMessage()).contains(message);
    }
}
