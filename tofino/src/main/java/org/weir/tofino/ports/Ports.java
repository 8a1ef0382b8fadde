// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.Scope;

/**
 * The ports of one switch, through {@code $PORT}, {@code $PORT_STAT} and {@code $PORT_STR_INFO}. A
 * port must be added before it is there, and enabled before it carries packets; on the model all
 * ports are there already.
 *
 * <p>The driver itself says nothing when it is to add a port that is there (it then keeps the old
 * speed), or to change or remove one that is not. So each is looked at first.
 */
public final class Ports {
    private static final String TABLE = "$PORT";
    private static final String KEY = "$DEV_PORT";

    private final BfRtSession session;

    /**
     * @param session the switch
     */
    public Ports(BfRtSession session) {
        this.session = session;
    }

    /**
     * Adds a port and enables it.
     *
     * @param devPort the ASIC's own number of the port
     * @param speed its speed
     * @param fec its error correction; must be what the other end has
     * @throws BfRtException if it is there already, or the ASIC or the speed does not allow it
     */
    public void add(int devPort, PortSpeed speed, Fec fec) {
        if (isThere(devPort)) {
            throw new BfRtException(
                    BfRtException.Reason.INVALID,
                    entry(TABLE, devPort)
                            + ": the port is there already, as "
                            + status(devPort).speed()
                            + "; remove it first to give it another speed");
        }
        write(
                Change.insert(
                        entry(TABLE, devPort)
                                .data("$SPEED", speed.tableName())
                                .data("$FEC", fec.tableName())
                                .data("$N_LANES", speed.lanes())
                                .data("$PORT_ENABLE", true)));
    }

    /**
     * Lets a port carry packets, or not.
     *
     * @param devPort the ASIC's own number of the port
     * @param enabled whether it may
     * @throws BfRtException if there is no such port
     */
    public void enable(int devPort, boolean enabled) {
        status(devPort);
        write(Change.modify(entry(TABLE, devPort).data("$PORT_ENABLE", enabled)));
    }

    /**
     * Removes a port.
     *
     * @param devPort the ASIC's own number of the port
     * @throws BfRtException if there is no such port
     */
    public void remove(int devPort) {
        status(devPort);
        write(Change.delete(entry(TABLE, devPort)));
    }

    /**
     * One port.
     *
     * @param devPort the ASIC's own number of the port
     * @throws BfRtException if there is no such port
     */
    public PortStatus status(int devPort) {
        return PortStatus.read(session.read(entry(TABLE, devPort), Source.DRIVER));
    }

    /** All ports that are there. */
    public List<PortStatus> all() {
        List<PortStatus> found = new ArrayList<>();
        for (Entry each : session.readAll(session.entry(TABLE, Scope.WHOLE), Source.DRIVER)) {
            found.add(PortStatus.read(each));
        }
        return found;
    }

    /**
     * Returns the counters of a port's MAC, read from the ASIC.
     *
     * @param devPort the ASIC's own number of the port
     */
    public PortCounters counters(int devPort) {
        return PortCounters.read(session.read(entry("$PORT_STAT", devPort), Source.HARDWARE));
    }

    /**
     * The ASIC's own number of a port on the front.
     *
     * @param name connector and channel, e.g. {@code 1/0}
     * @throws BfRtException if there is no such port
     */
    public int devPort(String name) {
        Entry wanted = session.entry("$PORT_STR_INFO", Scope.WHOLE).key("$PORT_NAME", name);
        return (int) session.read(wanted, Source.DRIVER).number(KEY);
    }

    private boolean isThere(int devPort) {
        try {
            status(devPort);
            return true;
        } catch (BfRtException e) {
            if (e.reason() == BfRtException.Reason.NO_SUCH_NAME) {
                return false;
            }
            throw e;
        }
    }

    private Entry entry(String table, int devPort) {
        return session.entry(table, Scope.WHOLE).key(KEY, devPort);
    }

    private void write(Change change) {
        session.write(List.of(change), BfRtSession.Atomicity.CONTINUE);
    }
}
