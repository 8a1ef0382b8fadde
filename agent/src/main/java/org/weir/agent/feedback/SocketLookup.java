// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.weir.bmv2.ports.SocketDiag;

/**
 * True for flows that a TCP or UDP socket of this network namespace may send. Linux is asked about
 * the one flow, so that a new connection counts at once and one that has ended no longer, with any
 * number of sockets. A kernel that does not answer has its lists read instead. For other protocols
 * than TCP and UDP always true.
 */
public final class SocketLookup implements Predicate<FlowKey>, AutoCloseable {
    private final int index;
    private final Predicate<FlowKey> lists;
    private final Consumer<String> say;

    /** Null if Linux does not answer. */
    private SocketDiag diag;

    /**
     * Opens the way to ask Linux.
     *
     * @param index of the interface by which the flows leave
     * @param lists asked if Linux does not answer
     * @param say gets a line if so
     */
    public SocketLookup(int index, Predicate<FlowKey> lists, Consumer<String> say) {
        this.index = index;
        this.lists = lists;
        this.say = say;
        try {
            diag = SocketDiag.open();
        } catch (IOException e) {
            readLists(e);
        }
    }

    private void readLists(IOException reason) {
        close();
        diag = null;
        say.accept(reason.getMessage() + "; reads the lists of all sockets instead");
    }

    @Override
    public boolean test(FlowKey flow) {
        if (flow.protocol() != FlowKey.TCP && flow.protocol() != FlowKey.UDP) {
            return true;
        }
        if (diag != null) {
            try {
                return maySend(flow, state(flow));
            } catch (IOException e) {
                readLists(e);
            }
        }
        return lists.test(flow);
    }

    private OptionalInt state(FlowKey flow) throws IOException {
        return diag.state(
                flow.protocol(),
                flow.local(),
                flow.localPort(),
                flow.remote(),
                flow.remotePort(),
                index);
    }

    private static boolean maySend(FlowKey flow, OptionalInt state) {
        return state.isPresent()
                && (flow.protocol() == FlowKey.UDP
                        || state.getAsInt() != SocketDiag.TIME_WAIT
                                && state.getAsInt() != SocketDiag.CLOSE
                                && state.getAsInt() != SocketDiag.LISTEN);
    }

    @Override
    public void close() {
        if (diag != null) {
            diag.close();
        }
    }
}
