// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A TAP device, with a packet socket as the machine that uses it. */
class TapPortTest {

    private final Arrivals atTap = new Arrivals();
    private final Arrivals atMachine = new Arrivals();
    private TestNamespace namespace;

    @BeforeEach
    void makeNamespace() throws IOException {
        namespace = TestNamespace.create();
    }

    @AfterEach
    void removeNamespace() throws IOException {
        if (namespace != null) {
            namespace.close();
        }
    }

    private HostPort tap(String name) throws IOException {
        return NetworkNamespace.call(namespace.name(), () -> TapPort.open(name));
    }

    private HostPort machine(String name) throws IOException {
        return NetworkNamespace.call(namespace.name(), () -> PacketSocketPort.open(name));
    }

    @Test
    void deviceIsMadeUsedAndTakenAway() throws Exception {
        Random random = new Random(1);
        try (HostPort tap = tap("t0")) {
            tap.start(atTap, atTap);
            atTap.awaitLink(true);
            try (HostPort machine = machine("t0")) {
                machine.start(atMachine, atMachine);
                atMachine.awaitLink(true);
                for (int bytes = 14; bytes <= 1514; bytes += 50) {
                    byte[] frame = new byte[bytes];
                    random.nextBytes(frame);
                    frame[0] = 2;
                    frame[12] = (byte) 0x88;
                    frame[13] = (byte) 0xb5;
                    tap.add(frame, 0, bytes);
                    tap.flush();
                    assertThat(atMachine.next()).isEqualTo(frame);
                    machine.send(frame, 0, bytes);
                    assertThat(atTap.next()).isEqualTo(frame);
                }
            }
            assertThat(tap.counters().rxDropped()).isZero();
        }
        assertThatThrownBy(() -> machine("t0")).hasMessageContaining("there is no such interface");
    }

    @Test
    void deviceOfOthersStays() throws Exception {
        namespace.ip("tuntap add t1 mode tap");
        try (HostPort tap = tap("t1")) {
            tap.start(atTap, atTap);
            atTap.awaitLink(false);
            namespace.ip("link set t1 up");
            atTap.awaitLink(true);
            assertThatThrownBy(() -> tap("t1"))
                    .hasMessage("t1: another process holds this TAP device");
        }
        machine("t1").close();
    }

    @Test
    void framesThatNobodyReadAreCounted() throws Exception {
        int frames = 3000;
        try (HostPort tap = tap("t2");
                HostPort machine = machine("t2")) {
            byte[] frame = new byte[60];
            frame[0] = 2;
            frame[12] = (byte) 0x88;
            frame[13] = (byte) 0xb5;
            for (int i = 0; i < frames; i++) {
                machine.add(frame, 0, frame.length);
            }
            machine.flush();
            tap.start(atTap, atTap);
            long dropped = tap.counters().rxDropped();
            assertThat(dropped).isPositive();
            for (int i = 0; i < machine.counters().txPackets() - dropped; i++) {
                atTap.next();
            }
            assertThat(tap.counters().rxPackets() + dropped)
                    .isEqualTo(machine.counters().txPackets());
        }
    }

    @Test
    void deviceTakenAwayByOthersIsALinkThatIsDown() throws Exception {
        try (HostPort tap = tap("t3")) {
            tap.start(atTap, atTap);
            atTap.awaitLink(true);
            namespace.ip("link del t3");
            atTap.awaitLink(false);
            assertThat(tap.send(new byte[60], 0, 60)).isFalse();
            assertThat(tap.counters().txDropped()).isEqualTo(1);
        }
    }

    @Test
    void otherInterfacesAreRefused() throws Exception {
        namespace.veth("v1", "w1");
        assertThatThrownBy(() -> tap("v1"))
                .hasMessage("v1: there is an interface of this name that is no TAP device");
    }
}
