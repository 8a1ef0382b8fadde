// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.storenode;

import io.atomix.cluster.Node;
import io.atomix.cluster.discovery.BootstrapDiscoveryProvider;
import io.atomix.core.Atomix;
import io.atomix.protocols.raft.partition.RaftPartitionGroup;
import io.atomix.storage.StorageLevel;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One member of the Raft store of an ONOS cluster, as a process: {@code java -jar
 * weir-onos-store-node.jar CLUSTER ID DIRECTORY MEMBER...}.
 *
 * <p>A store of one member keeps everything that ONOS nodes share, so it must outlive them; a store
 * of three survives the loss of one. SIGTERM ends it. Exit codes: 0 after SIGTERM, 64 for wrong
 * arguments, 69 when it cannot listen or does not find a majority of its members in time.
 */
public final class StoreNode {
    private static final int EXIT_USAGE = 64;
    private static final int EXIT_UNAVAILABLE = 69;
    private static final long START_SECONDS = 900;
    private static final long STOP_SECONDS = 10;

    /** Atomix's log of partitions that ONOS keeps its maps in, and most members that keep each. */
    private static final String DATA_GROUP = "raft";

    private static final int MOST_COPIES = 3;

    /** Atomix's own partition, for sessions and the names of primitives. */
    private static final String MANAGEMENT_GROUP = "system";

    /** Atomix listens on all interfaces without it. */
    private static final String INTERFACE_PROPERTY = "cluster.messaging.interfaces.0";

    private StoreNode() {}

    /**
     * Builds a member and does not start it.
     *
     * @param cluster name of the ONOS cluster, as in ONOS's cluster.json
     * @param id the member's own id
     * @param directory its Raft logs; a member that comes back needs its own ones
     */
    static Atomix build(String cluster, String id, Path directory, StoreMembers members) {
        StoreMembers.Address own = members.address(id);
        List<String> ids = new ArrayList<>(members.addresses().keySet());
        List<Node> nodes = new ArrayList<>();
        members.addresses()
                .forEach(
                        (member, address) ->
                                nodes.add(
                                        Node.builder()
                                                .withId(member)
                                                .withHost(address.host)
                                                .withPort(address.port)
                                                .build()));
        System.setProperty(INTERFACE_PROPERTY, own.host);
        return Atomix.builder(StoreNode.class.getClassLoader())
                .withClusterId(cluster)
                .withMemberId(id)
                .withHost(own.host)
                .withPort(own.port)
                .withMembershipProvider(
                        BootstrapDiscoveryProvider.builder().withNodes(nodes).build())
                .withManagementGroup(group(MANAGEMENT_GROUP, 1, ids.size(), ids, directory))
                .addPartitionGroup(
                        group(
                                DATA_GROUP,
                                ids.size(),
                                Math.min(MOST_COPIES, ids.size()),
                                ids,
                                directory))
                .build();
    }

    private static RaftPartitionGroup group(
            String name, int partitions, int copies, List<String> members, Path directory) {
        File folder = directory.resolve(name).toFile();
        return RaftPartitionGroup.builder(name)
                .withNumPartitions(partitions)
                .withPartitionSize(copies)
                .withMembers(members)
                .withStorageLevel(StorageLevel.MAPPED)
                .withDataDirectory(folder)
                .build();
    }

    private static void stop(Atomix atomix) {
        try {
            atomix.stop().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The process ends all the same; Raft's logs are complete at any time.
            System.err.println("store node: not stopped in order: " + e);
        }
    }

    /**
     * Runs a member until SIGTERM.
     *
     * @param arguments the cluster, the member's id, its directory, all members
     */
    public static void main(String[] arguments) {
        // Reports of every session would fill the log.
        Logger.getLogger("").setLevel(Level.WARNING);
        Atomix atomix;
        try {
            if (arguments.length < 4) {
                throw new IllegalArgumentException("usage: CLUSTER ID DIRECTORY MEMBER...");
            }
            List<String> members = Arrays.asList(arguments).subList(3, arguments.length);
            atomix =
                    build(
                            arguments[0],
                            arguments[1],
                            Path.of(arguments[2]),
                            StoreMembers.parse(members));
        } catch (IllegalArgumentException e) {
            System.err.println("store node: " + e.getMessage());
            System.exit(EXIT_USAGE);
            return;
        }
        try {
            atomix.start().orTimeout(START_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            System.err.println("store node: does not start: " + e.getCause());
            System.exit(EXIT_UNAVAILABLE);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(atomix)));
        System.out.println("store node " + arguments[1] + " is ready");
    }
}
