// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A caller's request to change the policy: who asks, by which interface, and what for. Immutable.
 */
public final class Edit {
    private final String who;
    private final String via;
    private final String what;
    private final OptionalLong basedOn;

    private Edit(String who, String via, String what, OptionalLong basedOn) {
        this.who = Objects.requireNonNull(who, "who");
        this.via = Objects.requireNonNull(via, "via");
        this.what = Objects.requireNonNull(what, "what");
        this.basedOn = basedOn;
    }

    /**
     * An edit of whatever policy runs.
     *
     * @param who user, as ONOS has authenticated it
     * @param via interface: REST, shell, netcfg, or guard
     * @param what short text for the history, such as {@code class voice changed}
     */
    public static Edit by(String who, String via, String what) {
        return new Edit(who, via, what, OptionalLong.empty());
    }

    /** The same edit, refused unless this version of the policy runs. */
    public Edit of(long version) {
        return new Edit(who, via, what, OptionalLong.of(version));
    }

    /** User, as ONOS has authenticated it. */
    public String who() {
        return who;
    }

    /** Interface by which it came: REST, shell, netcfg, or guard. */
    public String via() {
        return via;
    }

    /** Short text for the history. */
    public String what() {
        return what;
    }

    /** The version that must run; empty if any may. */
    public OptionalLong basedOn() {
        return basedOn;
    }
}
