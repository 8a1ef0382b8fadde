// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import io.grpc.Status;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.BfRtSession.Atomicity;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.Scope;

/**
 * The drivers' mirror sessions. Each sends one copy to one port. An {@code instance} of P4Runtime
 * is kept here to be read back: copies on a Tofino carry none.
 */
final class MirrorTable {

    private static final String TABLE = "$mirror.cfg";

    /** The length at which copies are cut when the client gives none: no frame is longer. */
    private static final long WHOLE_BYTES = 16383;

    private static final int MAX_SESSION = 1015;

    private final DriverLink link;
    private final SortedMap<Integer, MirrorSession> sessions = new TreeMap<>();

    MirrorTable(DriverLink link) {
        this.link = link;
    }

    void set(int id, MirrorSession session) {
        String what = "clone session " + id;
        if (id > MAX_SESSION) {
            throw RequestException.invalid(
                    what + ": the session id is not within 1.." + MAX_SESSION);
        }
        if (session.replicas().size() != 1) {
            throw RequestException.unimplemented(
                    what
                            + ", replicas: "
                            + session.replicas().size()
                            + " are given; a mirror session sends one copy");
        }
        if (session.classOfService() != 0) {
            throw RequestException.unimplemented(what + ", class_of_service");
        }
        if (session.truncateBytes() > WHOLE_BYTES) {
            throw RequestException.invalid(what + ", packet_length_bytes: above " + WHOLE_BYTES);
        }
        Entry entry =
                entry(id)
                        .action("$normal")
                        .data("$session_enable", true)
                        .data("$direction", "BOTH")
                        .data("$ucast_egress_port", (long) session.replicas().get(0).port())
                        .data("$ucast_egress_port_valid", true)
                        .data(
                                "$max_pkt_len",
                                session.truncateBytes() == 0
                                        ? WHOLE_BYTES
                                        : session.truncateBytes());
        try {
            write(what, sessions.containsKey(id) ? Change.modify(entry) : Change.insert(entry));
        } catch (RequestException e) {
            if (e.code() != Status.Code.ALREADY_EXISTS) {
                throw e;
            }
            // Of another client, or of an adapter before this one.
            write(what, Change.modify(entry));
        }
        sessions.put(id, session);
    }

    void remove(int id) {
        if (sessions.containsKey(id)) {
            write("clone session " + id, Change.delete(entry(id)));
            sessions.remove(id);
        }
    }

    void clear() {
        List.copyOf(sessions.keySet()).forEach(this::remove);
    }

    SortedMap<Integer, MirrorSession> all() {
        return new TreeMap<>(sessions);
    }

    private Entry entry(int id) {
        return link.session().entry(TABLE, Scope.WHOLE).key("$sid", id);
    }

    private void write(String what, Change change) {
        DriverLink.call(
                what,
                () -> {
                    link.session().write(List.of(change), Atomicity.CONTINUE);
                    return null;
                });
    }
}
