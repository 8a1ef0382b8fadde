// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.rules.ClassifierCounters;
import org.weir.control.policy.PolicyReader;

class ClassifierViewsTest {

    private static final ClassifierCounters NO_COUNTERS =
            new ClassifierCounters(
                    new FlowRuleServiceAdapter(),
                    new DefaultApplicationId(7, "org.weir.app"),
                    (device, table) -> true);

    /** The field {@code defaultClass} is optional: without it, the last class is the default. */
    @Test
    void lastClassifierHasAClassWhereThePolicyNamesNoDefault() throws Exception {
        ObjectNode policy =
                (ObjectNode)
                        new ObjectMapper()
                                .readTree(
                                        "{\"version\":2,\"classes\":[{\"name\":\"voice\","
                                                + "\"match\":[{\"dscp\":46}]},"
                                                + "{\"name\":\"bulk\"}]}");
        String defaultClass = Views.policy(PolicyReader.read(policy, "test")).defaultClass();

        assertThat(ClassifierViews.of(policy, defaultClass, NO_COUNTERS, List.of()))
                .extracting(ClassifierView::className)
                .containsExactly("voice", "bulk");
    }
}
