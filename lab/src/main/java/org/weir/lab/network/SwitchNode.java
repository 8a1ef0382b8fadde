// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.lab.engine.Engine;
import org.weir.lab.link.FramePool;

/** The place of a switch in a network: it stays when the switch in it loses power. */
public final class SwitchNode {
    private final SwitchSpec spec;
    private final Engine engine;
    private final FramePool frames;

    /** Lines by port number, null where there is none. */
    private Consumer<byte[]>[] lines;

    private PlacedSwitch placed;
    private Switch device;
    private RateListener rateListener;
    private long unpoweredFrames;

    @SuppressWarnings("unchecked") // Java makes no arrays of generic types.
    SwitchNode(SwitchSpec spec, Engine engine, FramePool frames) {
        this.spec = spec;
        this.engine = engine;
        this.frames = frames;
        lines = new Consumer[0];
    }

    void connect(int port, Consumer<byte[]> line) {
        if (port >= lines.length) {
            lines = Arrays.copyOf(lines, port + 1);
        }
        lines[port] = line;
    }

    void receive(int port, byte[] frame) {
        if (placed == null) {
            unpoweredFrames++;
        } else {
            placed.receive(port, frame);
        }
    }

    void setPortUp(int port, boolean up) {
        if (placed != null) {
            placed.setPortUp(port, up);
        }
    }

    /** Puts a new switch of this process here, unless there is one. */
    void powerOn() {
        if (placed != null) {
            return;
        }
        Switch started = new Switch(new SwitchConfig(spec.name()).withSeed(spec.seed()), engine);
        started.traffic().setBufferBytes(spec.bufferBytes());
        PlacedSwitch starting = new InProcess(started);
        for (SwitchSpec.PortSpec port : spec.ports()) {
            started.attachPort(
                    port.number(),
                    new PortConfig(port.name(), port.traffic(), 0),
                    (buffer, offset, length) ->
                            transmit(
                                    starting,
                                    port.number(),
                                    frames.copyOf(buffer, offset, length)));
        }
        device = started;
        placed = starting;
    }

    /** Puts a switch here that is a program of its own. */
    void powerOn(PlacedSwitch program) {
        placed = program;
    }

    void powerOff() {
        device = null;
        placed = null;
        rateListener = null;
    }

    /**
     * Sends a frame of a switch. A frame that a switch had begun to send when it lost power is
     * dropped.
     */
    void transmit(PlacedSwitch sender, int port, byte[] frame) {
        Consumer<byte[]> line = port < lines.length ? lines[port] : null;
        if (sender != null && sender == placed && line != null) {
            line.accept(frame);
        }
    }

    /**
     * Gives a port another rate, and tells the listener so.
     *
     * @param rateBps bit/s, above 0
     * @throws java.util.NoSuchElementException when there is no switch of this process here
     */
    public void setPortRate(int port, long rateBps) {
        var traffic = device().orElseThrow().traffic();
        var before = traffic.portTraffic(port);
        traffic.setPortTraffic(port, before.withRates(rateBps, before.ratePps()));
        if (rateListener != null) {
            rateListener.rateChanged(port, rateBps);
        }
    }

    /** Sets what follows the rates of ports until the switch loses power, instead of another. */
    public void followRates(RateListener listener) {
        rateListener = listener;
    }

    /** Whether the switch has power. */
    public boolean isOn() {
        return placed != null;
    }

    /**
     * The switch, if it is one of this process; empty while it has no power. A new one after each
     * loss of power.
     */
    public Optional<Switch> device() {
        return Optional.ofNullable(device);
    }

    /** Name, ports and address. */
    public SwitchSpec spec() {
        return spec;
    }

    /** Frames that arrived while the switch had no power. */
    public long unpoweredFrames() {
        return unpoweredFrames;
    }

    /** Settings of a switch's program that follow the rates of its ports. */
    @FunctionalInterface
    public interface RateListener {
        /**
         * Adapts the settings of a port.
         *
         * @param rateBps the port's new rate, bit/s, above 0
         */
        void rateChanged(int port, long rateBps);
    }

    private record InProcess(Switch device) implements PlacedSwitch {
        @Override
        public void receive(int port, byte[] frame) {
            device.receive(port, frame);
        }

        @Override
        public void setPortUp(int port, boolean up) {
            device.setPortUp(port, up);
        }
    }
}
