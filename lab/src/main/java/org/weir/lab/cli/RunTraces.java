// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.weir.lab.experiment.run.RunName;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.network.Network;
import org.weir.lab.trace.PacketTrace;

/** Writes a trace of each run: of the only one into the file, else into one beside it for each. */
final class RunTraces implements RunObserver {
    private final Path file;
    private final List<String> links;
    private final boolean onlyRun;
    private final Map<RunName, PacketTrace> open = new ConcurrentHashMap<>();

    /**
     * @param links as {@link PacketTrace#start} takes them; empty for all
     * @param onlyRun whether there is one run
     */
    RunTraces(Path file, List<String> links, boolean onlyRun) {
        this.file = file;
        this.links = links;
        this.onlyRun = onlyRun;
    }

    @Override
    public void begins(RunName run, Network network) {
        try {
            open.put(run, PacketTrace.start(fileOf(run), network, links));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void ends(RunName run) {
        PacketTrace trace = open.remove(run);
        if (trace != null) {
            try {
                trace.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** {@code FILE}, or {@code NAME.SCENARIO.CASE.SEED.pcapng} of {@code NAME.pcapng}. */
    private Path fileOf(RunName run) {
        if (onlyRun) {
            return file;
        }
        String name = file.getFileName().toString();
        int point = name.lastIndexOf('.');
        String stem = point < 0 ? name : name.substring(0, point);
        String end = point < 0 ? "" : name.substring(point);
        return file.resolveSibling(stem + "." + run.scenario() + "." + run.inFileNames() + end);
    }
}
