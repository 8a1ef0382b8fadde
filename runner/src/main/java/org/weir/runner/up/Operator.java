// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.weir.lab.network.RunningNetwork;
import org.weir.runner.onos.OnosCluster;

/**
 * Carries out commands typed while the network runs: {@code stop s1}, {@code start s1}, {@code link
 * down s1 s2}, {@code link up s1 s2}, {@code traffic off}, {@code traffic on}, {@code samples off},
 * {@code samples on}, {@code quit}. In a cluster also {@code stop onos-2}, {@code start onos-2},
 * {@code kill onos-2}, {@code partition onos-2}, {@code isolate onos-2} and {@code heal onos-2},
 * and the same with members of the store.
 */
final class Operator {
    static final String COMMANDS =
            "commands: stop SWITCH, start SWITCH, link down NODE NODE, link up NODE NODE,"
                    + " traffic off, traffic on, samples off, samples on, quit";

    /** More commands, of a run with several ONOS nodes. */
    static final String CLUSTER_COMMANDS =
            "and of the cluster: stop NODE, start NODE, kill NODE, partition NODE, isolate NODE,"
                    + " heal NODE, where NODE is such as onos-2 or store-1";

    private static final long POLL_MS = 100;

    private final RunningNetwork network;
    private final OnosCluster cluster;
    private final Consumer<String> say;
    private final Consumer<Boolean> sampling;
    private final Runnable quit;

    /**
     * Makes an operator that waits for commands.
     *
     * @param cluster ONOS's processes; null when they are not started and ended one by one
     * @param say prints the result of each
     * @param sampling gets whether to take samples
     * @param quit ends the run
     */
    Operator(
            RunningNetwork network,
            OnosCluster cluster,
            Consumer<String> say,
            Consumer<Boolean> sampling,
            Runnable quit) {
        this.sampling = sampling;
        this.network = network;
        this.cluster = cluster;
        this.say = say;
        this.quit = quit;
    }

    /** Reads commands on a thread of its own until the input ends. */
    void listen(InputStream input) {
        Thread thread = new Thread(() -> readAll(input), "operator");
        thread.setDaemon(true);
        thread.start();
    }

    private void readAll(InputStream input) {
        StringBuilder line = new StringBuilder();
        byte[] buffer = new byte[256];
        try {
            while (true) {
                // Only what is there is read: a blocked read would stop a run in the background.
                if (input.available() == 0) {
                    Thread.sleep(POLL_MS);
                    continue;
                }
                int length = input.read(buffer);
                if (length < 0) {
                    return;
                }
                for (char c : new String(buffer, 0, length, StandardCharsets.UTF_8).toCharArray()) {
                    if (c == '\n') {
                        execute(line.toString().strip());
                        line.setLength(0);
                    } else {
                        line.append(c);
                    }
                }
            }
        } catch (IOException e) {
            say.accept("no more commands: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs one line and prints the result. */
    void execute(String line) {
        if (line.isEmpty()) {
            return;
        }
        String[] words = line.split("\\s+");
        try {
            if (cluster != null && words.length == 2 && cluster.names().contains(words[1])) {
                if (!isDoneByCluster(words[0], words[1])) {
                    say.accept("unknown command \"" + line + "\"; " + CLUSTER_COMMANDS);
                    return;
                }
            } else if (words.length == 2 && words[0].equals("stop")) {
                network.stopSwitch(words[1]);
            } else if (words.length == 2 && words[0].equals("start")) {
                network.startSwitch(words[1]);
            } else if (words.length == 4
                    && words[0].equals("link")
                    && (words[1].equals("up") || words[1].equals("down"))) {
                network.setLink(words[2], words[3], words[1].equals("up"));
            } else if (isSwitch(words, "traffic")) {
                network.setTraffic(words[1].equals("on"));
            } else if (isSwitch(words, "samples")) {
                sampling.accept(words[1].equals("on"));
            } else if (words.length == 1 && words[0].equals("quit")) {
                quit.run();
            } else {
                say.accept("unknown command \"" + line + "\"; " + COMMANDS);
                return;
            }
            say.accept("done: " + line);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            say.accept(line + ": " + e.getMessage());
        }
    }

    private boolean isDoneByCluster(String action, String process) throws IOException {
        switch (action) {
            case "start" -> cluster.start(process);
            case "stop" -> cluster.stop(process);
            case "kill" -> cluster.kill(process);
            case "partition" -> cluster.partition(process);
            case "isolate" -> cluster.isolate(process);
            case "heal" -> cluster.heal(process);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean isSwitch(String[] words, String name) {
        return words.length == 2
                && words[0].equals(name)
                && (words[1].equals("on") || words[1].equals("off"));
    }
}
