// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.list;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.stream.Stream;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.app.json.PortJson;
import org.weir.app.shape.JsonShape;

/** A queue with its port, as an element of a list over all ports. */
public final class PortQueue {

    /** Its JSON. */
    public static final JsonShape<PortQueue> SHAPE =
            JsonShape.<PortQueue>named("PortQueue")
                    .field("device", STRING, "ONOS device id.", one -> one.port.device())
                    .field("port", INTEGER.atLeast(1), "Port number.", one -> one.port.port())
                    .field(
                            "measured",
                            BOOLEAN,
                            "True if there is a recent reading of the port.",
                            one -> one.port.isMeasured())
                    .field("queue", PortJson.QUEUE.type(), "", one -> one.queue)
                    .end();

    private final PortView port;
    private final QueueView queue;

    private PortQueue(PortView port, QueueView queue) {
        this.port = port;
        this.queue = queue;
    }

    /** The queues of a port, by class index. */
    public static Stream<PortQueue> of(PortView port) {
        return port.queues().stream().map(queue -> new PortQueue(port, queue));
    }

    /** The port. */
    public PortView port() {
        return port;
    }

    /** The queue. */
    public QueueView queue() {
        return queue;
    }
}
