// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The schemes that there are. */
public final class Schemes {
    private static final List<Scheme> ALL = inOrder();
    private static final List<Scheme> OVER_TCP =
            Stream.concat(
                            CodelOverTcp.forms().stream(),
                            Stream.of(new Abc(), Pie.overTcp(), DualPi2.overTcp()))
                    .toList();

    private static volatile List<Scheme> added = List.of();

    private Schemes() {}

    private static List<Scheme> inOrder() {
        List<Scheme> all = new ArrayList<>();
        all.addAll(Pmqecn.objectives());
        all.addAll(Dcqcn.profiles());
        all.addAll(P4qcn.forms());
        all.add(new Tcn());
        all.add(new PlainEcn());
        all.add(new Dctcp());
        all.add(new Hpcc());
        all.addAll(Codel.forms());
        all.add(Pie.paced());
        all.add(DualPi2.paced());
        all.addAll(Qcn.forms());
        all.add(new Ecm());
        all.addAll(FixedSharing.forms());
        all.add(new DropTail());
        all.add(new ClassQueues(new PlainEcn()));
        all.add(new ClassQueues(new Tcn()));
        all.add(new ClassQueues(Dcqcn.profiles().get(0)));
        all.add(new ClassQueues(new Dctcp()));
        all.add(new ClassQueues(new Hpcc()));
        return List.copyOf(all);
    }

    /**
     * All but those of {@link #overTcp}; schemes that were {@linkplain #add added} are the last.
     */
    public static List<Scheme> all() {
        return Stream.concat(ALL.stream(), added.stream()).toList();
    }

    /**
     * Adds schemes. Must be called before experiments are listed or run.
     *
     * @throws IllegalArgumentException if a name is taken; none is added then
     */
    public static synchronized void add(List<Scheme> more) {
        List<Scheme> all = new ArrayList<>(added);
        for (Scheme scheme : more) {
            boolean taken = find(scheme.name()).isPresent();
            if (taken || all.stream().anyMatch(each -> each.name().equals(scheme.name()))) {
                throw new IllegalArgumentException(
                        "another scheme has the name \"" + scheme.name() + "\"");
            }
            all.add(scheme);
        }
        added = List.copyOf(all);
    }

    /** Those that leave senders to TCP; they are in no data-centre experiment. */
    public static List<Scheme> overTcp() {
        return OVER_TCP;
    }

    /** One by its name. */
    public static Optional<Scheme> find(String name) {
        return Stream.concat(all().stream(), OVER_TCP.stream())
                .filter(scheme -> scheme.name().equals(name))
                .findFirst();
    }

    /**
     * One by its name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Scheme named(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no scheme is named \""
                                                + name
                                                + "\"; lab list names them"));
    }
}
