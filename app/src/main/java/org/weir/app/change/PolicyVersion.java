// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

/** A policy that was, or is, in force, and who put it there. Immutable. */
public final class PolicyVersion {
    private final long version;
    private final long timeMs;
    private final String who;
    private final String via;
    private final String what;

    /**
     * A version.
     *
     * @param version its number, from 1
     * @param timeMs wall-clock time at which it was accepted, ms since 1970
     * @param edit its author
     */
    public PolicyVersion(long version, long timeMs, Edit edit) {
        this.version = version;
        this.timeMs = timeMs;
        this.who = edit.who();
        this.via = edit.via();
        this.what = edit.what();
    }

    /** Number, from 1; a later version has a greater one. */
    public long version() {
        return version;
    }

    /** Wall-clock time at which it was accepted, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** User who put it in force. */
    public String who() {
        return who;
    }

    /** Interface by which it came: REST, shell, netcfg, or guard. */
    public String via() {
        return via;
    }

    /** Short text: what was done. */
    public String what() {
        return what;
    }
}
