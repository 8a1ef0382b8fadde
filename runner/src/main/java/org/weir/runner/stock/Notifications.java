// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.weir.runner.shell.Command;

/**
 * BMv2's notifications of events. Only a build with nanomsg sends them and has the option for them;
 * it would send them to one socket for all switches of the machine without the option.
 */
public final class Notifications {
    private static final String OPTION = "--notifications-addr";

    private Notifications() {}

    /** True if the text of a program's help offers the option. */
    static boolean areOffered(String help) {
        return help.contains(OPTION);
    }

    /** Options that send notifications to a socket, which nobody has to read. */
    static List<String> to(Path socket) {
        return List.of(OPTION, "ipc://" + socket);
    }

    /**
     * Options of a program of BMv2 for its notifications.
     *
     * @param executable the program, which is asked for its help
     * @param socket file of the socket to which it sends them
     * @return the options; empty for a build without nanomsg
     * @throws IOException if the program cannot be run
     */
    public static List<String> options(Path executable, Path socket) throws IOException {
        String help = Command.run(List.of(executable.toString(), "--help"), "").output();
        return areOffered(help) ? to(socket) : List.of();
    }
}
