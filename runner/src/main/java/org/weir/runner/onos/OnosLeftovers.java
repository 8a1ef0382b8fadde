// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.shell.OwnedNamespaces;
import org.weir.runner.shell.StartedProcess;

/**
 * Processes of ONOS and of its store whose run was killed before it could end them. A file in the
 * state directory of each says which process it is and which has started it; it is ended when it
 * runs and the other does not.
 */
public final class OnosLeftovers {
    private static final String FILE = "process";
    private static final String DIRECTORIES = "onos-*";
    private static final long EXIT_SECONDS = 10;

    private OnosLeftovers() {}

    /** Writes down that this process has started a server. */
    static void record(Path stateDirectory, ProcessHandle server) throws IOException {
        Files.write(
                stateDirectory.resolve(FILE),
                List.of(
                        "# Made by weir up, " + StartedProcess.self().words(),
                        "The server is " + StartedProcess.of(server).words()));
    }

    /**
     * Ends those of a state folder.
     *
     * @param state folder with a state directory for each ONOS
     * @return numbers of the processes that were ended
     */
    public static List<Long> end(Path state) throws IOException {
        List<Long> ended = new ArrayList<>();
        if (!Files.isDirectory(state)) {
            return ended;
        }
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(state, DIRECTORIES)) {
            for (Path directory : directories) {
                Optional<ProcessHandle> onos = leftover(directory.resolve(FILE));
                if (onos.isPresent()) {
                    end(onos.get());
                    ended.add(onos.get().pid());
                }
            }
        }
        return ended;
    }

    /**
     * Takes away the networks of clusters, with what runs in them; nothing happens without root.
     *
     * @return the namespaces that were taken away
     */
    public static List<String> removeNamespaces() throws IOException {
        return NetworkNamespaces.isRoot()
                ? OwnedNamespaces.removeLeftovers(ClusterNetwork.PREFIX)
                : List.of();
    }

    private static Optional<ProcessHandle> leftover(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() != 2) {
            return Optional.empty();
        }
        Optional<StartedProcess> owner = StartedProcess.read(lines.get(0));
        boolean abandoned = owner.isPresent() && owner.get().find().isEmpty();
        return abandoned
                ? StartedProcess.read(lines.get(1)).flatMap(StartedProcess::find)
                : Optional.empty();
    }

    private static void end(ProcessHandle onos) {
        List<ProcessHandle> all = new ArrayList<>(onos.descendants().toList());
        all.add(onos);
        // Nobody needs its state: a run begins with an empty one.
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) {
            try {
                one.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                // It hangs in the kernel; the check of the ports tells what it still holds.
            }
        }
    }
}
