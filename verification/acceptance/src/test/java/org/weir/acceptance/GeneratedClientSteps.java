// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.weir.client.ApiClient;
import org.weir.client.ApiException;
import org.weir.client.ApiResponse;
import org.weir.client.api.DefaultApi;
import org.weir.client.model.ClassChange;
import org.weir.client.model.Plan;
import org.weir.client.model.PlanApplication;
import org.weir.client.model.PlanOfClasses;
import org.weir.client.model.PlanRequest;
import org.weir.client.model.Policy;
import org.weir.client.model.QueueHistory;
import org.weir.client.model.Rollback;
import org.weir.client.model.Targets;

/**
 * An operator's program that knows only the description of the REST interface: its client was
 * generated from docs/openapi.json by openapi-generator.
 */
final class GeneratedClientSteps {
    private static final String CLASS = "A";
    private static final BigDecimal DELAY_MS = new BigDecimal("7.5");
    private static final int MOST_LOOKS = 60;
    private static final int PRECONDITION_FAILED = 412;

    private final DefaultApi api;

    GeneratedClientSteps(RunningWeir weir) {
        String credentials =
                Base64.getEncoder().encodeToString("onos:rocks".getBytes(StandardCharsets.UTF_8));
        ApiClient client = new ApiClient();
        client.updateBaseUri(weir.url("/onos/weir/v1"));
        client.setConnectTimeout(Duration.ofSeconds(10));
        client.setReadTimeout(Duration.ofSeconds(30));
        client.setRequestInterceptor(
                request -> request.header("Authorization", "Basic " + credentials));
        api = new DefaultApi(client);
    }

    /** Plans and applies another target of a class, refuses a stale version, and rolls back. */
    void planApplyAndRollBack() throws ApiException {
        ApiResponse<Policy> before = api.getPolicyWithHttpInfo();
        String version = version(before);
        Targets targets = api.getClass(CLASS).getTargets();
        BigDecimal delayMs = targets.getDelayMs();
        assertThat(delayMs).isNotEqualByComparingTo(DELAY_MS);

        Plan plan =
                api.makePlan(
                        new PlanRequest(
                                new PlanOfClasses()
                                        .putClassesItem(
                                                CLASS,
                                                new ClassChange()
                                                        .targets(targets.delayMs(DELAY_MS)))),
                        version);
        assertThat(plan.getState()).isEqualTo(Plan.StateEnum.OPEN);
        assertThat(plan.getDifferences())
                .extracting(one -> one.getPath())
                .containsExactly("classes[A].targets.delayMs");
        assertThat(plan.getPorts()).isNotEmpty();
        assertThat(api.getPlan(plan.getPlan()).getTimeMs()).isEqualTo(plan.getTimeMs());
        assertThat(api.getClass(CLASS).getTargets().getDelayMs())
                .as("a plan changes nothing")
                .isEqualByComparingTo(delayMs);

        Plan applied = api.applyPlan(plan.getPlan(), version, new PlanApplication());
        assertThat(applied.getState()).isEqualTo(Plan.StateEnum.APPLIED);
        assertThat(api.getClass(CLASS).getTargets().getDelayMs()).isEqualByComparingTo(DELAY_MS);
        assertThat(api.getPolicyVersions(null, null).getRunning())
                .isEqualTo(applied.getAppliedAs());

        Rollback toBefore = new Rollback().version(applied.getBasedOn());
        ApiException stale =
                catchThrowableOfType(
                        ApiException.class, () -> api.rollBackPolicy(toBefore, version));
        assertThat(stale.getCode()).isEqualTo(PRECONDITION_FAILED);
        api.rollBackPolicy(toBefore, version(api.getPolicyWithHttpInfo()));
        assertThat(api.getPolicy()).isEqualTo(before.getData());
    }

    /** Lists that an operator reads can all be read: their descriptions fit what is sent. */
    void readEverything() throws ApiException, InterruptedException {
        assertThat(api.getPorts(null, null, null, null).getPorts()).isNotEmpty();
        assertThat(api.getSettings(null, null, null, null).getPorts()).isNotEmpty();
        assertThat(api.getQueues(null, null, CLASS, 1L, null).getQueues())
                .singleElement()
                .satisfies(one -> assertThat(one.getQueue().getName()).isEqualTo(CLASS));
        QueueHistory history = api.getQueueHistory("device:s1", 4L, CLASS);
        assertThat(history.getPoints()).isNotEmpty();
        assertThat(history.getPoints().get(0).getTimeMs()).isPositive();
        assertThat(api.getClasses().getClasses()).hasSize(3);
        assertThat(api.getPlans(null, null).getPlans()).isNotEmpty();
        assertThat(api.getPolicyVersions(null, null).getVersions()).isNotEmpty();
        assertThat(api.getDevices().getDevices()).hasSize(2);
        assertThat(api.getNodes().getNodes()).hasSize(1);
        assertThat(api.getAlerts().getAlerts()).isNotNull();
        awaitEvents();
        assertThat(api.getWebhooks().getWebhooks()).isEmpty();
        assertThat(api.getHosts(null, null, 2L, null).getHosts())
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.getAddresses()).isNotEmpty());
        assertThat(api.getClassifiers("device:s1", CLASS, null, null).getClassifiers())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.getDevices()).isEqualTo(1))
                .anySatisfy(one -> assertThat(one.getPackets()).isPositive());
        assertThat(api.getAgents().getAgents()).isNotNull();
        assertThat(api.getLoop(null)).isNotNull();
        assertThat(api.getFreeze()).isNotNull();
    }

    /** Events are in memory: after a restart of ONOS the list begins with the next change. */
    private void awaitEvents() throws ApiException, InterruptedException {
        int looks = 0;
        while (api.getEvents(null, null, null, 10L, null).getEvents().isEmpty()) {
            assertThat(looks++).as("seconds without an event").isLessThan(MOST_LOOKS);
            Thread.sleep(1000);
        }
    }

    private static String version(ApiResponse<?> answer) {
        return answer.getHeaders().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("ETag"))
                .map(header -> header.getValue().get(0))
                .findFirst()
                .orElseThrow();
    }
}
