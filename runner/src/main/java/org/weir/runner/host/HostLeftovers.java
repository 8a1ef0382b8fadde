// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.shell.StartedProcess;

/**
 * Namespaces of hosts whose run was killed before it could take them away. Taken away is what has
 * both a name as this package makes them and a file that says which process made it, when that
 * process is gone; only what runs in such a namespace is ended.
 */
final class HostLeftovers {

    private HostLeftovers() {}

    /**
     * Takes away what runs that are gone have left.
     *
     * @return the namespaces that were taken away
     */
    static List<String> remove() throws IOException {
        List<String> removed = new ArrayList<>();
        for (String name : folders()) {
            Optional<StartedProcess> owner = owner(name);
            if (owner.isPresent() && owner.get().find().isEmpty()) {
                removeNamespace(name);
                removed.add(name);
            }
        }
        return removed;
    }

    /** Folders of namespaces by whose name they may be ours. */
    private static Set<String> folders() throws IOException {
        Set<String> names = new TreeSet<>();
        if (Files.isDirectory(HostPlan.FOLDER)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(HostPlan.FOLDER)) {
                for (Path folder : folders) {
                    String name = folder.getFileName().toString();
                    if (HostPlan.isOurs(name)) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }

    private static Optional<StartedProcess> owner(String namespace) {
        try {
            return HostPlan.readOwner(
                    Files.readAllLines(HostPlan.FOLDER.resolve(namespace).resolve("hosts")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Ends what runs in a namespace of ours and takes it away, with its interfaces and files. */
    static void removeNamespace(String name) throws IOException {
        if (Files.exists(Path.of("/var/run/netns", name))) {
            NetworkNamespaces.remove(name);
        }
        Path folder = HostPlan.FOLDER.resolve(name);
        Files.deleteIfExists(folder.resolve("hosts"));
        Files.deleteIfExists(folder);
    }
}
