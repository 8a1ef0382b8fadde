// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import org.weir.bmv2.time.RealTimeline;

/** Other requests go on while a pushed program is compiled. */
class PipelinePushTest {
    private static final long TIMEOUT_SECONDS = 20;

    private final RealTimeline timeline = new RealTimeline("push");
    private final SlowSwitch slow = new SlowSwitch(new Switch(new SwitchConfig("push"), timeline));
    private final P4RuntimeServer server =
            new P4RuntimeServer(slow.control(), timeline, Client.DEVICE_ID);
    private Client client;

    @BeforeEach
    void start() throws Exception {
        server.start("127.0.0.1", 0);
        client = Client.primary(server.port(), 10);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop();
        timeline.close();
    }

    private CompletableFuture<Void> push(Action action, long cookie) {
        return CompletableFuture.runAsync(
                () ->
                        client.push(
                                action,
                                action == Action.COMMIT ? null : Program.ENTITIES.config(cookie)));
    }

    private static void await(CompletableFuture<Void> pushing) throws Exception {
        pushing.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private void pushNow(Action action, long cookie) throws Exception {
        CompletableFuture<Void> pushing = push(action, cookie);
        slow.nextCompilation().countDown();
        await(pushing);
    }

    private long cookie() {
        return client.stub
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(Client.DEVICE_ID)
                                .build())
                .getConfig()
                .getCookie()
                .getCookie();
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {"UNSPECIFIED", "UNRECOGNIZED"},
            mode = EnumSource.Mode.EXCLUDE)
    void theTimelineRunsOnWhileTheProgramIsCompiled(Action action) throws Exception {
        pushNow(Action.VERIFY_AND_COMMIT, 1);
        pushNow(Action.VERIFY_AND_SAVE, 2);

        CompletableFuture<Void> pushing = push(action, 3);
        CountDownLatch compilation = slow.nextCompilation();
        String ran = timeline.call(() -> "ran").get(TIMEOUT_SECONDS, TimeUnit.SECONDS);

        assertThat(ran).isEqualTo("ran");
        assertThat(pushing).isNotDone();
        compilation.countDown();
        await(pushing);
    }

    @Test
    void aClientThatIsNoLongerThePrimaryWhenItsProgramIsReadyIsRefused() throws Exception {
        pushNow(Action.VERIFY_AND_COMMIT, 1);
        CompletableFuture<Void> pushing = push(Action.VERIFY_AND_COMMIT, 2);
        CountDownLatch compilation = slow.nextCompilation();
        try (Client next = Client.primary(server.port(), 11)) {
            compilation.countDown();

            assertThatThrownBy(() -> await(pushing))
                    .hasMessageContaining(Status.Code.PERMISSION_DENIED.name());
            assertThat(cookie()).isEqualTo(1);
        }
    }

    @Test
    void aCommitIsOfTheConfigThatWasSavedWhenItWasAskedFor() throws Exception {
        pushNow(Action.VERIFY_AND_SAVE, 1);
        CompletableFuture<Void> committing = push(Action.COMMIT, 0);
        CountDownLatch compilation = slow.nextCompilation();
        pushNow(Action.VERIFY_AND_SAVE, 2);
        compilation.countDown();

        assertThatThrownBy(() -> await(committing))
                .hasMessageContaining(Status.Code.ABORTED.name());
        pushNow(Action.COMMIT, 0);
        assertThat(cookie()).isEqualTo(2);
    }
}
