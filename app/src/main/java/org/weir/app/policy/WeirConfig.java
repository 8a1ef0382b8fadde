// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.Optional;
import java.util.function.Consumer;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.InvalidFieldException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;

/**
 * The policy as it stands in ONOS's network configuration, under {@code apps/org.weir.app/weir}.
 */
public final class WeirConfig extends Config<ApplicationId> {

    /** Key of the policy among the application's configurations. */
    public static final String KEY = "weir";

    /** Place of the policy in the network configuration, as messages name it. */
    public static final String SOURCE = "netcfg apps/org.weir.app/weir";

    /** Word for the interface by which a policy comes that was configured past the application. */
    static final String VIA = "netcfg";

    private static final Logger LOG = LoggerFactory.getLogger(WeirConfig.class);

    private final Consumer<Optional<PolicyException>> checked;

    /**
     * A configuration without content.
     *
     * @param checked is told the result of each check: the rule that is broken, or empty
     */
    WeirConfig(Consumer<Optional<PolicyException>> checked) {
        this.checked = checked;
    }

    /**
     * Checks the whole policy.
     *
     * @return true
     * @throws InvalidFieldException if a rule is broken; it names field and rule, ONOS answers 207
     *     with them, or 4xx if there was nothing else in the request, and the policy that runs
     *     stays as it was
     */
    @Override
    public boolean isValid() {
        try {
            policy();
            checked.accept(Optional.empty());
            return true;
        } catch (PolicyException e) {
            LOG.error("refused: {}", e.getMessage());
            checked.accept(Optional.of(e));
            throw new InvalidFieldException(e.field(), e.rule());
        }
    }

    /**
     * The policy.
     *
     * @return the policy
     * @throws PolicyException if it breaks a rule
     */
    public Policy policy() {
        return PolicyReader.read(node, SOURCE);
    }
}
