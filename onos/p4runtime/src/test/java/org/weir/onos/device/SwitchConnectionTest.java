// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.device.DeviceAgentEvent;
import org.weir.onos.gnmi.PortServer;
import org.weir.onos.grpc.ManagedChannels;

/** Steps of a connection to a switch, in order, and after losses. */
class SwitchConnectionTest {

    private static final long POKE_MS = 20;
    private static final long WAIT_SECONDS = 30;
    private static final int MOST_POKES = 1_500;

    private final OneSwitch model = new OneSwitch();
    private final SwitchConnection connection = new SwitchConnection(OneSwitch.ID, model.services);

    @AfterEach
    void stop() {
        connection.stop();
        connection.awaitEnd();
    }

    /** Lets the connection take steps until a call; returns the calls up to it. */
    private List<String> until(String call) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int pokes = 0; pokes < MOST_POKES; ) {
            String next = model.calls.poll(POKE_MS, TimeUnit.MILLISECONDS);
            if (next == null) {
                pokes++;
                connection.poke();
                continue;
            }
            seen.add(next);
            if (next.equals(call)) {
                return seen;
            }
        }
        throw new AssertionError("no \"" + call + "\" after " + seen);
    }

    /** Lets the connection take that many steps, and returns the calls in them. */
    private List<String> steps(int count) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int pokes = 0; pokes < count; ) {
            String next = model.calls.poll(POKE_MS, TimeUnit.MILLISECONDS);
            if (next == null) {
                pokes++;
                connection.poke();
            } else {
                seen.add(next);
            }
        }
        return seen;
    }

    private void becomeReady() throws InterruptedException {
        until("1 port");
        until("available");
        steps(1);
        assertThat(connection.isReady()).isTrue();
    }

    @Test
    void switchIsAvailableOnlyAfterRoleProgramAndTables() throws InterruptedException {
        assertThat(until("available"))
                .containsExactly(
                        "not available",
                        "role with preference 0 in term 1",
                        "program",
                        "reconcile",
                        "1 port",
                        "available");
    }

    @Test
    void noRoleIsAskedForBeforeOnosHasDecided() throws InterruptedException {
        model.term = 0;
        assertThat(steps(10)).containsOnly("not available");

        model.term = 3;
        connection.roleChanged(MastershipRole.MASTER);
        assertThat(until("available")).contains("role with preference 0 in term 3");
    }

    @Test
    void standbyNeitherProgramsNorReconciles() throws InterruptedException {
        model.moveMaster();

        List<String> calls = until("role with preference 1 in term 2");
        calls.addAll(steps(10));

        assertThat(calls).doesNotContain("program", "reconcile", "available");
        assertThat(connection.isReady()).isFalse();
    }

    @Test
    void standbyAsksForItsRoleOnceInEachTermAndConnection() throws InterruptedException {
        model.moveMaster();
        until("role with preference 1 in term 2");
        assertThat(steps(10)).isEmpty();

        model.term = 3;
        until("role with preference 1 in term 3");
        assertThat(steps(10)).isEmpty();

        model.restart();
        until("role with preference 1 in term 3");
        assertThat(steps(10)).isEmpty();
    }

    @Test
    void standbyTakesOverWhenItBecomesMaster() throws InterruptedException {
        model.moveMaster();
        until("role with preference 1 in term 2");

        model.master = model.services.localNode;
        model.term = 3;
        connection.roleChanged(MastershipRole.MASTER);

        assertThat(until("available"))
                .containsSubsequence("role with preference 0 in term 3", "reconcile");
    }

    /** Meanwhile ONOS has ignored what this node told of the ports. */
    @Test
    void masterThatWasAStandbyInBetweenTellsThePortsAgain() throws InterruptedException {
        becomeReady();
        model.moveMaster();
        model.loseRole();
        connection.agentEvent(
                new DeviceAgentEvent(DeviceAgentEvent.Type.ROLE_STANDBY, OneSwitch.ID));
        // At once, not with the next step.
        for (String call = ""; !call.equals("standby"); ) {
            call = model.calls.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(call).isNotNull();
        }
        assertThat(connection.isReady()).isFalse();

        model.master = model.services.localNode;
        model.term = 3;
        connection.agentEvent(
                new DeviceAgentEvent(DeviceAgentEvent.Type.ROLE_MASTER, OneSwitch.ID));

        assertThat(until("1 port")).contains("reconcile");
    }

    /** The switch's event may not have come. */
    @Test
    void standbyWatchesNoPorts() throws Exception {
        PortServer gnmi = new PortServer();
        gnmi.set(1, true);
        Server server =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                        .addService(gnmi)
                        .build()
                        .start();
        ManagedChannels channels = new ManagedChannels();
        URI address = URI.create("grpc://127.0.0.1:" + server.getPort());
        model.channel = Optional.of(channels.create(address));
        try {
            becomeReady();
            awaitSubscriptions(gnmi, true);

            model.moveMaster();
            model.loseRole();
            steps(1);

            awaitSubscriptions(gnmi, false);
        } finally {
            channels.destroy(address);
            server.shutdownNow().awaitTermination();
        }
    }

    private static void awaitSubscriptions(PortServer gnmi, boolean some) throws Exception {
        for (int i = 0; i < MOST_POKES; i++) {
            if (gnmi.subscriptions() > 0 == some) {
                return;
            }
            Thread.sleep(POKE_MS);
        }
        fail("there are subscriptions: %s", gnmi.subscriptions());
    }

    @Test
    void switchWhoseTablesCannotBeReadIsNotAvailable() throws InterruptedException {
        model.isReadable = false;
        until("reconcile");
        assertThat(steps(10)).contains("reconcile").doesNotContain("available");

        model.isReadable = true;
        until("available");
        assertThat(model.isAvailable()).isTrue();
    }

    @Test
    void switchThatDoesNotAnswerIsListedWithTheReason() throws InterruptedException {
        model.answers = false;

        String reason = "unreachable at " + model.address + ": no answer; trying again";
        until("not available: " + reason);
        until("gone");

        model.answers = true;
        until("available");
    }

    @Test
    void lostSwitchIsProgrammedAndReadAgainWhenItComesBack() throws InterruptedException {
        becomeReady();

        model.answers = false;
        model.restart();
        connection.agentEvent(
                new DeviceAgentEvent(DeviceAgentEvent.Type.CHANNEL_ERROR, OneSwitch.ID));
        until("gone");
        assertThat(connection.isReady()).isFalse();
        model.answers = true;

        assertThat(until("available"))
                .containsSubsequence("not available", "program", "reconcile", "1 port");
    }

    /** The next connection would end with the stream's late end. */
    @Test
    void streamOfALostSwitchIsClosed() throws InterruptedException {
        becomeReady();
        model.answers = false;
        assertThat(until("close stream")).contains("gone");
    }

    /** While a process stood still, a connection may have been lost and made again. */
    @Test
    void lateEventOfAnOldConnectionDoesNotTakeTheSwitchDown() throws InterruptedException {
        becomeReady();

        connection.agentEvent(
                new DeviceAgentEvent(DeviceAgentEvent.Type.CHANNEL_CLOSED, OneSwitch.ID));

        assertThat(steps(10)).contains("reconcile").doesNotContain("gone", "not available");
        assertThat(connection.isReady()).isTrue();
    }

    @Test
    void roleThatAnotherControllerTookIsAskedForAgain() throws InterruptedException {
        becomeReady();

        model.loseRole();

        assertThat(until("reconcile")).contains("role with preference 0 in term 1");
    }

    @Test
    void wrongAddressInNetcfgEndsTheConnection() throws InterruptedException {
        becomeReady();

        model.address = "grpc://127.0.0.1?device_id=1";

        until("gone");
        assertThat(steps(5)).isEmpty();
        model.address = "grpc://127.0.0.1:50002?device_id=1";
        assertThat(until("available")).contains("disconnect");
    }

    @Test
    void unregisteredPipeconfIsWaitedFor() throws InterruptedException {
        model.isRegistered = false;
        assertThat(steps(5)).isEmpty();

        model.isRegistered = true;
        until("available");
    }

    @Test
    void stoppedConnectionReportsItsSwitchGone() throws InterruptedException {
        becomeReady();

        connection.stop();

        // Without it, the step that would come next were waited for, and then ended by force.
        assertThat(connection.awaitEnd()).isTrue();
        assertThat(model.calls).containsExactly("gone", "disconnect");
        assertThat(connection.isReachable()).isFalse();
    }
}
