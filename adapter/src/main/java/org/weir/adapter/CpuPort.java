// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import io.grpc.Status;
import java.util.function.Consumer;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.rpc.RequestException;

/** The ASIC's port to the CPU, and the interface of this machine at its other end. */
final class CpuPort {

    private final int number;
    private final HostPort host;
    private Consumer<byte[]> listener = frame -> {};

    /**
     * A CPU port.
     *
     * @param number its dev_port
     * @param host the interface; null without one, and then no packets go to or from controllers
     */
    CpuPort(int number, HostPort host) {
        this.number = number;
        this.host = host;
    }

    /** Passes a frame of the ASIC on. To be called on the timeline's thread. */
    void received(byte[] frame) {
        listener.accept(frame);
    }

    int number() {
        return number;
    }

    void onFrame(Consumer<byte[]> receiver) {
        listener = receiver;
    }

    void send(byte[] frame) {
        if (host == null) {
            throw new RequestException(
                    Status.Code.FAILED_PRECONDITION,
                    "packet: the adapter was started without --cpu-interface");
        }
        if (!host.send(frame, 0, frame.length)) {
            throw new RequestException(
                    Status.Code.UNAVAILABLE,
                    "packet: interface " + host.name() + " did not take the frame");
        }
    }
}
