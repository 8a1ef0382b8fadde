// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.plugin;

import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.InitialWindow;

/** A congestion control with the name of another, for {@link PluginsTest}. */
public final class SecondCubic implements CongestionControlProvider {
    @Override
    public String word() {
        return CongestionAlgorithm.CUBIC.word();
    }

    @Override
    public CongestionControl start(InitialWindow initial) {
        return CongestionAlgorithm.RENO.start(initial);
    }
}
