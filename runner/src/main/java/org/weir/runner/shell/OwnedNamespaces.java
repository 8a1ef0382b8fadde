// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Network namespaces that this process makes and takes away again. A namespace's name is a prefix,
 * the number of the process and a name of its own, such as {@code weirhost-12-h1}. Each has a
 * folder below /etc/netns whose file {@code hosts} begins with who made it. A namespace without
 * that file is not taken for one of ours.
 */
public final class OwnedNamespaces implements AutoCloseable {
    /** Folder of the files that {@code ip netns exec} puts in the place of those in /etc. */
    public static final Path FOLDER = Path.of("/etc/netns");

    private static final String HOSTS = "hosts";
    private static final String OWNER = "# Made by weir up, ";

    private final StartedProcess owner = StartedProcess.self();
    private final String prefix;
    private final List<String> namespaces = new ArrayList<>();

    /**
     * No namespaces yet.
     *
     * @param prefix beginning of all names, such as {@code weirhost-}
     */
    public OwnedNamespaces(String prefix) {
        this.prefix = prefix;
    }

    /** First line of the file {@code hosts} of a namespace that a process makes. */
    public static String ownerLine(StartedProcess owner) {
        return OWNER + owner.words();
    }

    /** Full name of a namespace of this process. */
    public String name(String own) {
        return prefix + owner.pid() + "-" + own;
    }

    /**
     * Makes a namespace. The file comes first: what has a namespace's name can then be shown to be
     * ours.
     *
     * @param namespace its full name
     * @param hosts lines of its file {@code hosts}, beside those of the loopback addresses
     */
    public synchronized void add(String namespace, List<String> hosts) throws IOException {
        namespaces.add(namespace);
        Path folder = Files.createDirectories(FOLDER.resolve(namespace));
        List<String> lines = new ArrayList<>();
        lines.add(ownerLine(owner));
        lines.add("127.0.0.1 localhost");
        lines.add("::1 localhost");
        lines.addAll(hosts);
        Files.write(folder.resolve(HOSTS), lines);
        Command.require(List.of("ip", "netns", "add", namespace), "");
    }

    /**
     * Takes away what runs that are gone have left.
     *
     * @param prefix beginning of the names
     * @return the namespaces that were taken away
     */
    public static List<String> removeLeftovers(String prefix) throws IOException {
        List<String> removed = new ArrayList<>();
        for (String name : folders(prefix)) {
            Optional<StartedProcess> owner = owner(name);
            if (owner.isPresent() && owner.get().find().isEmpty()) {
                remove(name);
                removed.add(name);
            }
        }
        return removed;
    }

    /** Folders of namespaces by whose name they may be ours. */
    private static Set<String> folders(String prefix) throws IOException {
        Pattern ours = Pattern.compile(Pattern.quote(prefix) + "(\\d{1,10})-.+");
        Set<String> names = new TreeSet<>();
        if (Files.isDirectory(FOLDER)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(FOLDER)) {
                for (Path folder : folders) {
                    String name = folder.getFileName().toString();
                    if (ours.matcher(name).matches()) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }

    private static Optional<StartedProcess> owner(String namespace) {
        try {
            List<String> lines = Files.readAllLines(FOLDER.resolve(namespace).resolve(HOSTS));
            String first = lines.isEmpty() ? "" : lines.get(0);
            return first.startsWith(OWNER) ? StartedProcess.read(first) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Ends what runs in a namespace of ours and takes it away, with its interfaces and files. */
    private static void remove(String name) throws IOException {
        if (Files.exists(Path.of("/var/run/netns", name))) {
            NetworkNamespaces.remove(name);
        }
        Path folder = FOLDER.resolve(name);
        Files.deleteIfExists(folder.resolve(HOSTS));
        Files.deleteIfExists(folder);
    }

    /** Ends what runs in the namespaces, and takes them away with their interfaces. */
    @Override
    public synchronized void close() {
        for (String namespace : namespaces) {
            try {
                remove(namespace);
            } catch (IOException e) {
                // The next run finds it by its name and its file, and takes it away.
            }
        }
        namespaces.clear();
    }
}
