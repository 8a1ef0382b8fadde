// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.Optional;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.Fabric;
import org.weir.app.problems.ProblemBoard;
import org.weir.app.rules.ClassRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.policy.Policy;

/** Keeps the policy's match rules in every switch. */
public final class ClassifierInstaller {

    private static final String SECTION = "classes";
    private static final String CLASSES_REFUSED = "classes-refused";

    private final Fabric fabric;
    private final RuleBook rules;
    private final ClassRules make;
    private final ProblemBoard problems;

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules where rules are kept
     * @param make makes rules of a policy
     * @param problems where switches that refuse the rules are listed
     */
    public ClassifierInstaller(
            Fabric fabric, RuleBook rules, ClassRules make, ProblemBoard problems) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.problems = problems;
    }

    /**
     * Installs what differs in every switch of this instance.
     *
     * @param policy the policy, or empty to leave the switches as they are
     */
    public void update(Optional<Policy> policy) {
        policy.ifPresent(
                present -> fabric.ownDevices().forEach(device -> install(device, present)));
    }

    private void install(DeviceId device, Policy policy) {
        rules.replace(device, SECTION, make.of(device, policy))
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                problems.clear(CLASSES_REFUSED, device.toString());
                            } else {
                                problems.raise(CLASSES_REFUSED, device.toString(), error);
                            }
                        });
    }
}
