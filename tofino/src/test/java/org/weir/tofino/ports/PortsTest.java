// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.server.BfRtTestServer;

/** Ports are added, enabled, counted and removed. */
@Timeout(600)
class PortsTest {
    private BfRtTestServer server;
    private BfRtSession session;
    private Ports ports;

    @BeforeEach
    void open() {
        server = new BfRtTestServer(1, 0);
        session = BfRtSession.open(server.address(87), 300_000);
        ports = new Ports(session);
    }

    @AfterEach
    void close() {
        session.close();
        server.close();
    }

    @Test
    void aPortIsThereOnceAddedAndUpWhileEnabled() {
        assertThatThrownBy(() -> ports.enable(132, true)).hasMessageContaining("NOT_FOUND");

        ports.add(132, PortSpeed.GBPS_100, Fec.REED_SOLOMON);

        PortStatus port = ports.status(132);
        assertThat(port.speed()).isEqualTo("BF_SPEED_100G");
        assertThat(port.rateBps()).isEqualTo(100_000_000_000L);
        assertThat(port.enabled()).isTrue();
        assertThat(port.up()).isTrue();
        ports.enable(132, false);
        assertThat(ports.status(132).enabled()).isFalse();
        assertThat(ports.status(132).up()).isFalse();
        assertThatThrownBy(() -> ports.add(132, PortSpeed.GBPS_10, Fec.NONE))
                .hasMessageContaining("$PORT ($DEV_PORT 132")
                .hasMessageContaining("the port is there already, as BF_SPEED_100G");

        ports.remove(132);

        assertThatThrownBy(() -> ports.status(132)).hasMessageContaining("NOT_FOUND");
    }

    @Test
    void portsAreListedAndFoundByTheirNameOnTheFront() {
        ports.add(4, PortSpeed.GBPS_10, Fec.NONE);
        ports.add(133, PortSpeed.GBPS_25, Fec.FIRECODE);

        assertThat(ports.all()).extracting(PortStatus::devPort).containsExactly(4, 133);
        assertThat(ports.devPort(ports.status(133).name())).isEqualTo(133);
        assertThatThrownBy(() -> ports.devPort("99/0"))
                .hasMessageContaining("$PORT_STR_INFO ($PORT_NAME 99/0");
    }

    @Test
    void countersAreReadFromTheAsic() {
        server.count(
                "$PORT_STAT",
                0xFFFF,
                Map.of("$DEV_PORT", 4L),
                Map.of("$FramesReceivedOK", 7L, "$OctetsTransmittedwithouterror", 900L));

        assertThat(ports.counters(4).receivedFrames()).isEqualTo(7);
        assertThat(ports.counters(4).sentBytes()).isEqualTo(900);
        assertThat(ports.counters(4).receivedErrorFrames()).isZero();
    }
}
