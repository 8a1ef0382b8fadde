// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.console.Session;
import org.weir.app.change.Edit;

/** The user of a shell, for the policy's history. */
public final class ShellUser {
    private ShellUser() {}

    /** An edit by the user of a session; what it is about, in short. */
    public static Edit edit(Session session, String what) {
        Object user = session == null ? null : session.get("USER");
        return Edit.by(user == null ? "unknown" : user.toString(), "shell", what);
    }
}
