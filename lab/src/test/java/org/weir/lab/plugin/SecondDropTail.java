// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.plugin;

import java.util.List;
import java.util.Optional;
import org.weir.lab.network.Network;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Values;
import org.weir.reaction.Reaction;

/** A scheme with the name of another, for {@link PluginsTest}. */
public final class SecondDropTail implements Scheme {
    @Override
    public String name() {
        return SchemeNames.DROP_TAIL;
    }

    @Override
    public String title() {
        return "second of its name";
    }

    @Override
    public String senders() {
        return "none";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.empty();
    }

    @Override
    public void install(Network network, Values values) {
        throw new UnsupportedOperationException();
    }
}
