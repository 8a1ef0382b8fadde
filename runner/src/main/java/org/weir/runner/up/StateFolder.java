// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.weir.runner.InputException;

/**
 * The folder in which ONOS keeps its state. A run as root leaves folders in it that other users
 * cannot write.
 */
final class StateFolder {
    private static final String ONOS = "onos-";

    private StateFolder() {}

    /**
     * Checks that a run can write its state.
     *
     * @param state folder with a folder for each process of ONOS; none is needed
     * @param restPort TCP port by which these folders are named
     * @throws InputException in one line, when one belongs to somebody else
     */
    static void check(Path state, int restPort) throws InputException {
        check(state, restPort, Files::isWritable, System.getProperty("user.name"));
    }

    static void check(Path state, int restPort, Predicate<Path> isWritable, String user)
            throws InputException {
        try {
            for (Path folder : folders(state, ONOS + restPort)) {
                if (!isWritable.test(folder)) {
                    String owner = Files.getOwner(folder).getName();
                    String why =
                            owner.equals(user)
                                    ? "cannot be written;"
                                    : "belongs to " + owner + "; remove it, or";
                    throw new InputException(
                            "--state: " + folder + ": " + why + " choose another with --state");
                }
            }
        } catch (IOException e) {
            throw new InputException("--state: " + Reason.of(e));
        }
    }

    /** The folder and, of what is in it, the folders of one ONOS or one cluster. */
    private static List<Path> folders(Path state, String name) throws IOException {
        List<Path> folders = new ArrayList<>();
        if (!Files.isDirectory(state)) {
            return folders;
        }
        folders.add(state);
        try (DirectoryStream<Path> own =
                Files.newDirectoryStream(state, "{" + name + "," + name + "-*}")) {
            own.forEach(folders::add);
        }
        return folders;
    }
}
