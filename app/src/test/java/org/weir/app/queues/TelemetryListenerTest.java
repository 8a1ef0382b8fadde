// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.BaseEncoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.weir.control.PortId;
import org.weir.control.measurement.DepthReport;
import org.weir.wire.telemetry.TelemetryReport;

/** Reports of switches, and frames in their form that hosts have sent. */
class TelemetryListenerTest {
    private static final int HOST = 1;
    private static final int OUTPUT = 4;
    private static final String ADDRESSES = "000000000005" + "000000000002";
    private static final String TYPE = "88b5";

    private final List<DepthReport> taken = new ArrayList<>();
    private final TelemetryListener listener =
            new TelemetryListener(new PacketServiceAdapter(), () -> 7, taken::add);

    /** Lets a packet-in come from a port; true if no other application is to see it. */
    private boolean isTaken(byte[] frame, int port) throws DeserializationException {
        PacketContext context =
                new DefaultPacketContext(
                        0,
                        new DefaultInboundPacket(
                                ConnectPoint.deviceConnectPoint("device:s1/" + port),
                                Ethernet.deserializer().deserialize(frame, 0, frame.length),
                                ByteBuffer.wrap(frame)),
                        null,
                        false) {
                    @Override
                    public void send() {
                        throw new AssertionError("the listener sends nothing");
                    }
                };
        listener.process(context);
        return context.isHandled();
    }

    private static byte[] frame(String header, byte[] payload) {
        byte[] start = BaseEncoding.base16().lowerCase().decode(header);
        byte[] frame = Arrays.copyOf(start, start.length + payload.length);
        System.arraycopy(payload, 0, frame, start.length, payload.length);
        return frame;
    }

    private static byte[] payload(int port) {
        return new TelemetryReport(2, port, 40, 41, 9000, 123, 10_000).toPayload();
    }

    @Test
    void aReportOfASwitchIsTaken() throws DeserializationException {
        assertThat(isTaken(frame(ADDRESSES + TYPE, payload(OUTPUT)), OUTPUT)).isTrue();

        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).port()).isEqualTo(new PortId("device:s1", OUTPUT));
        assertThat(taken.get(0).classIndex()).isEqualTo(2);
        assertThat(taken.get(0).timeNs()).isEqualTo(7);
    }

    @Test
    void aHostThatForgesAReportAboutAnotherPortChangesNothing() throws DeserializationException {
        // Another application of ONOS asks for the frames of the host at port 1.
        assertThat(isTaken(frame(ADDRESSES + TYPE, payload(OUTPUT)), HOST)).isTrue();

        assertThat(taken).isEmpty();
    }

    @Test
    void anUnreadableReportChangesNothing() throws DeserializationException {
        byte[] report = payload(OUTPUT);
        assertThat(isTaken(frame(ADDRESSES + TYPE, Arrays.copyOf(report, 20)), OUTPUT)).isTrue();
        report[1] = 8;
        assertThat(isTaken(frame(ADDRESSES + TYPE, report), OUTPUT)).isTrue();

        assertThat(taken).isEmpty();
    }

    @Test
    void otherFramesAreLeftToOthers() throws DeserializationException {
        assertThat(isTaken(frame(ADDRESSES + "88b6", payload(OUTPUT)), OUTPUT)).isFalse();

        assertThat(taken).isEmpty();
    }
}
