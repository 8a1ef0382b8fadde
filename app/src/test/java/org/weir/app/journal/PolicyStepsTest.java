// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.weir.app.WeirService;
import org.weir.app.change.Edit;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.PolicyVersion;
import org.weir.app.event.Event;

/** Events of new versions of the policy. */
class PolicyStepsTest {

    private final EventJournal journal =
            new EventJournal(new SharedMaps().eventual("events"), "1", () -> 1_000);
    private final List<PolicyVersion> versions = new ArrayList<>();
    private long running;

    /** A service that answers with what is given, by method. */
    private static <T> T fake(Class<T> type, Map<String, Supplier<?>> answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> answers.get(method.getName()).get()));
    }

    private PolicySteps steps() {
        PolicyChanges changes =
                fake(
                        PolicyChanges.class,
                        Map.of(
                                "version", () -> running,
                                "versions", () -> versions,
                                "plans", List::of));
        return new PolicySteps(
                journal,
                fake(
                        WeirService.class,
                        Map.of("changes", () -> changes, "isFreezeKnown", () -> false)));
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            versions.add(new PolicyVersion(versions.size() + 1, 1, Edit.by("ann", "REST", "new")));
        }
    }

    /** After a restart without a configured policy, an operator goes back to a kept version. */
    @Test
    void versionsFromBeforeAreNoNewEventsIfNoneRanAtTheBeginning() {
        add(3);
        PolicySteps steps = steps();
        steps.begin();
        steps.look();
        add(1);
        running = 4;

        steps.look();

        assertThat(journal.newestFirst())
                .singleElement()
                .extracting(Event::text)
                .isEqualTo("version 4 by ann (REST): new");
    }
}
