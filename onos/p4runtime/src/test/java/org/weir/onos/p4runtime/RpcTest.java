// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RpcTest {
    @Test
    void onlyALostConnectionIsNoErrorOfTheSwitch() {
        Throwable lost = Status.UNAVAILABLE.withDescription("io exception").asRuntimeException();
        assertThat(Rpc.isContactLost(lost)).isTrue();
        assertThat(Rpc.isContactLost(new CompletionException(lost))).isTrue();
        assertThat(Rpc.isContactLost(Status.INVALID_ARGUMENT.asRuntimeException())).isFalse();
        assertThat(Rpc.isContactLost(Status.DEADLINE_EXCEEDED.asRuntimeException())).isFalse();
        assertThat(Rpc.isContactLost(null)).isFalse();
    }
}
