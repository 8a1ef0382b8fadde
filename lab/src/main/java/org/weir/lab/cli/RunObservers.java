// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.util.List;
import org.weir.lab.experiment.run.RunName;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.network.Network;

/**
 * Several observers as one.
 *
 * @param all told in this order
 */
record RunObservers(List<RunObserver> all) implements RunObserver {
    @Override
    public void planned(RunName run) {
        all.forEach(one -> one.planned(run));
    }

    @Override
    public void begins(RunName run, Network network) {
        all.forEach(one -> one.begins(run, network));
    }

    @Override
    public void reaches(RunName run, double part) {
        all.forEach(one -> one.reaches(run, part));
    }

    @Override
    public void ends(RunName run) {
        all.forEach(one -> one.ends(run));
    }
}
