// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.weir.app.WeirService;
import org.weir.app.change.Freeze;
import org.weir.app.shape.JsonShape;

/** The freeze of settings as JSON. */
public final class FreezeJson {

    private static final String NOTE = "note";

    /** An entry of the record. */
    public static final JsonShape<Freeze> ENTRY =
            JsonShape.<Freeze>named("FreezeEntry")
                    .field("frozen", BOOLEAN, "True if it froze the settings.", Freeze::frozen)
                    .field("timeMs", INTEGER, "Its time, ms since 1970.", Freeze::timeMs)
                    .field("who", STRING, "User who asked for it.", Freeze::who)
                    .field(
                            "via",
                            STRING.oneOf("REST", "shell"),
                            "Interface by which it came.",
                            Freeze::via)
                    .field("reason", STRING, "Reason that was given; empty if none.", Freeze::what)
                    .end();

    /** The present state with the record. */
    public static final JsonShape<WeirService> STATE =
            JsonShape.<WeirService>named("Freeze")
                    .field(
                            "frozen",
                            BOOLEAN,
                            "True if the control loop measures and solves, and installs no"
                                    + " weights, thresholds, limits and target rates: by a freeze,"
                                    + " or because known is false.",
                            WeirService::isFrozen)
                    .field(
                            "known",
                            BOOLEAN,
                            "False until the node has read from ONOS's store whether settings are"
                                    + " frozen.",
                            WeirService::isFreezeKnown)
                    .field(
                            "record",
                            ENTRY.type().list().orNull(),
                            "The last 100 freezes and their ends, oldest first; null while ONOS's"
                                    + " store does not answer.",
                            WeirService::freezes)
                    .field(
                            NOTE,
                            STRING.orNull(),
                            "Answer to a freeze while settings are frozen already: by whom and since"
                                    + " when; null in other answers.",
                            weir -> null)
                    .end();

    private FreezeJson() {}

    /** The present state. */
    public static ObjectNode of(WeirService weir) {
        return STATE.write(weir);
    }

    /**
     * The present state after a freeze.
     *
     * @param already the freeze that lasted already; empty if there was none
     * @param reason the reason that was given for another one
     */
    public static ObjectNode of(WeirService weir, Optional<Freeze> already, String reason) {
        return of(weir).put(NOTE, already.map(one -> one.alreadyText(reason)).orElse(null));
    }
}
