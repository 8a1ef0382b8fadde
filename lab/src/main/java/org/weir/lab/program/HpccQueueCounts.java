// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;

/**
 * The counts of waiting packets of {@code hpcc.p4} at one port, corrected from time to time. The
 * program counts a packet before it is in the queue. So the count never loses a packet that the
 * traffic manager drops: for want of buffer or bytes, or because the port is down. Without
 * correction these packets would take room in the queue for good. Not corrected is the telemetry of
 * a packet that waits while others are dropped: it has their bytes behind it.
 */
public final class HpccQueueCounts {
    /** Full frames that the port sends between two corrections. */
    private static final int PERIOD_FRAMES = 100;

    private static final long FULL_FRAME_BITS = 8 * 1500;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final String ACCEPTED = "hpcc_accepted_packets";
    private static final String LEFT = "hpcc_left_packets";

    private final SwitchNode node;
    private final int port;
    private final Engine engine;
    private final long periodNs;

    private HpccQueueCounts(SwitchNode node, SwitchSpec.PortSpec port, Engine engine) {
        this.node = node;
        this.port = port.number();
        this.engine = engine;
        periodNs = Math.max(1, PERIOD_FRAMES * FULL_FRAME_BITS * NANOS_PER_SECOND / port.rateBps());
    }

    /** Corrects the counts of all of a switch's ports from now on. */
    public static void correct(SwitchNode node, Engine engine) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            new HpccQueueCounts(node, port, engine).correctLater();
        }
    }

    private void correctLater() {
        engine.scheduleAfter(
                periodNs,
                () -> {
                    correct();
                    correctLater();
                });
    }

    private void correct() {
        RegisterControl left = register(LEFT);
        BigInteger accepted = new BigInteger(1, register(ACCEPTED).read(port));
        if (accepted.equals(new BigInteger(1, left.read(port)))) {
            return;
        }
        int waiting =
                node.device()
                        .orElseThrow()
                        .traffic()
                        .portTrafficStatus(port)
                        .queues()
                        .get(SchemeProgram.DATA_PRIORITY)
                        .depthPackets();
        BigInteger wrap = BigInteger.ONE.shiftLeft(left.bitWidth());
        left.write(port, accepted.subtract(BigInteger.valueOf(waiting)).mod(wrap).toByteArray());
    }

    private RegisterControl register(String name) {
        return node.device().orElseThrow().register(name).orElseThrow();
    }
}
