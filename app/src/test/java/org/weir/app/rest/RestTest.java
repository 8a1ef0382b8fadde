// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.onlab.osgi.ServiceNotFoundException;
import org.weir.app.DecisionView;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.past.QueuePoint;
import org.weir.app.rest.RestCaller.Answer;
import org.weir.app.rest.problem.AllowedMethods;

class RestTest {

    private final InMemoryWeir weir = new InMemoryWeir();
    private final RestCaller rest = new RestCaller(weir);

    @Test
    void portsAreAsTheContractSays() throws IOException {
        Answer answer = rest.get("ports");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.mediaType()).isEqualTo("application/json");
        String expected =
                "{'ports':[{'device':'device:s1','port':4,'rateBps':10000000,"
                        + "'capacityPackets':256,'rateWindowUs':131.072,'delayResolutionUs':64,'arrivalPipes':1,'measured':true,'resolves':3,"
                        + "'solvedAtMs':1700000000000,'canaryPlan':null,"
                        + "'scheduling':{'mode':'program','shareError':null,'text':null},"
                        + "'aqm':{'scheme':'codel','targetUs':5000,'intervalUs':100000,"
                        + "'returnUs':null,'expiryUs':null,'ackPorts':[],'thresholds':true,"
                        + "'averageMemoryMs':null,'averagePackets':null,'qMinPackets':null,'qBasePackets':null,"
                        + "'gammaPackets':null},"
                        + "'classes':[{'name':'A','index':0,'offeredBps':1200000,"
                        + "'goodputBps':1100000,'arrivalRateBps':1200000,"
                        + "'serviceRateBps':4000000,'weight':0.4,'weightPackets':6,"
                        + "'marking':'depth','thresholdPackets':12,'limitPackets':48,'targetRateBps':3900000,"
                        + "'depthPackets':{'mean':3.5,'max':9},'delayMs':{'mean':0.0,'p50':0.5,'p99':null},"
                        + "'lossFraction':0.0,'packetBytes':0.0,'refusedFraction':0.0,'marks':11,'feedback':2,'drops':1,'targetMet':false,"
                        + "'missed':['delayMs'],'undecided':[],'promise':null,'promiseBasis':null,'promiseReason':null,'predicted':{'delayMs':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null},"
                        + "'p99DelayMs':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null},'lossFraction':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null}}},{'name':'C','index':1,'offeredBps':0,"
                        + "'goodputBps':0,'arrivalRateBps':null,'serviceRateBps':null,"
                        + "'weight':null,'weightPackets':null,'marking':null,'thresholdPackets':null,"
                        + "'limitPackets':null,'targetRateBps':null,"
                        + "'depthPackets':{'mean':0.0,'max':0},'delayMs':{'mean':0.0,'p50':0.0,'p99':0.0},"
                        + "'lossFraction':0.0,'packetBytes':0.0,'refusedFraction':0.0,'marks':0,'feedback':0,'drops':0,'targetMet':null,'missed':[],'undecided':['p99DelayMs'],"
                        + "'promise':null,'promiseBasis':null,'promiseReason':null,'predicted':{'delayMs':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null},"
                        + "'p99DelayMs':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null},'lossFraction':{'model':null,'expected':null,'low':null,'high':null,'guaranteed':null}}}]}],'next':null,'resolves':7,'unreachable':['10.0.0.9:"
                        + " no path']}";
        assertThat(answer.json().toString()).isEqualTo(expected.replace('\'', '"'));
    }

    @Test
    void devicesTellTheirDropsAndNullWhereTheyDoNot() throws IOException {
        String expected =
                "{'devices':[{'device':'device:s1','available':true,"
                        + "'confirmedRules':120,'unconfirmedRules':3,'classesInForce':false,"
                        + "'drops':{'unrouted':120,'expired':0,'malformed':0,'acl':null,"
                        + "'portRx':null,'portTx':7,'forged':null,'refused':null,'withheld':null,'limited':null},"
                        + "'lastIntervalPackets':{'unrouted':20,'expired':0,'malformed':0,"
                        + "'acl':null,'portRx':null,'portTx':null,'forged':null,'refused':null,'withheld':null,'limited':null},"
                        + "'packetsPerSecond':{'unrouted':4.0,'expired':0.0,'malformed':0.0,"
                        + "'acl':null,'portRx':null,'portTx':null,'forged':null,'refused':null,'withheld':null,'limited':null}},"
                        + "{'device':'device:s2','available':false,"
                        + "'confirmedRules':120,'unconfirmedRules':0,'classesInForce':true,"
                        + "'drops':{NONE},'lastIntervalPackets':{NONE},'packetsPerSecond':{NONE}}]}";
        assertThat(rest.get("devices").json().toString())
                .isEqualTo(
                        expected.replace(
                                        "NONE",
                                        "'unrouted':null,'expired':null,'malformed':null,"
                                                + "'acl':null,'portRx':null,'portTx':null,'forged':null,'refused':null,'withheld':null,'limited':null")
                                .replace('\'', '"'));
    }

    @Test
    void theLoopsTimesAreThoseAfterACountAndNullWithoutAny() throws IOException {
        String none = "{'samples':0,'p50':null,'p99':null,'max':null}";
        String four = "{'samples':4,'p50':2.0,'p99':4.0,'max':4.0}";
        String head = "{'confirmed':4,'failed':1,'behindPorts':2,'fromReadingMs':";
        String expected = head + four + ",'fromReportMs':" + none + ",'writeMs':" + four + "}";

        assertThat(rest.get("loop").json()).hasToString(expected.replace('\'', '"'));
        assertThat(rest.get("loop?after=4").json())
                .hasToString(expected.replace(four, none).replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site, 403",
        "Sec-Fetch-Site, same-site, 403",
        "Sec-Fetch-Site, same-origin, 204",
        "Sec-Fetch-Site, none, 204",
        "Origin, http://evil.example, 403",
        "Origin, null, 403",
        "Origin, http://onos.example:9, 403",
        "Origin, https://ONOS.example:8181, 204",
    })
    void noPageOfAnotherSiteChangesAnything(String header, String value, int status)
            throws IOException {
        Map<String, String> headers = Map.of("Host", "onos.example:8181", header, value);
        String lease = "{\"leaseSeconds\": 30}";

        Answer answer = rest.call("PUT", "agents/10.0.0.2", lease, RestCaller.ADMIN, headers);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(rest.call("GET", "ports", null, RestCaller.VIEWER, headers).status())
                .as("reading")
                .isEqualTo(200);
    }

    @Test
    void onePortIsThatOfTheList() throws IOException {
        assertThat(rest.get("ports/device:s1/4").json())
                .isEqualTo(rest.get("ports").json().path("ports").path(0));
    }

    @Test
    void settingsOfOnePortComeWithTheirReasons() throws IOException {
        JsonNode settings = rest.get("settings/device:s1/4").json();

        assertThat(settings.path("classes").path(0).path("thresholdPackets").asInt()).isEqualTo(12);
        assertThat(settings.path("decision").path("explanation").path(0).asText())
                .isEqualTo("A: delay 6 ms > 5 ms");
        assertThat(settings.path("decisionUnknown").isNull()).isTrue();
        ((ObjectNode) settings).remove(List.of("decision", "decisionUnknown"));
        assertThat(settings).isEqualTo(rest.get("settings").json().path("ports").path(0));
    }

    @Test
    void decisionOfANodeThatDoesNotAnswerIsUnknown() throws IOException {
        InMemoryWeir cut =
                new InMemoryWeir() {
                    @Override
                    public Optional<DecisionView> decision(String device, long port) {
                        throw new RejectedException(
                                RejectedException.Reason.NODE_UNANSWERED,
                                "node 127.0.0.2 does not answer");
                    }
                };

        JsonNode settings = new RestCaller(cut).get("settings/device:s1/4").json();

        assertThat(settings.path("classes")).hasSize(2);
        assertThat(settings.path("decision").isNull()).isTrue();
        assertThat(settings.path("decisionUnknown").asText())
                .isEqualTo("node 127.0.0.2 does not answer");
    }

    /** As after a link is cut: the port has left control, and the last hour is in memory. */
    @Test
    void lastHourOfAPortThatLeftControlIsServed() throws IOException {
        InMemoryWeir cut =
                new InMemoryWeir() {
                    @Override
                    public Optional<PortView> port(String device, long port) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<List<QueuePoint>> history(
                            String device, long port, String className) {
                        return device.equals("device:s1") && className.equals("A")
                                ? Optional.of(List.of(QueuePoint.of(1_764_000_000_000L, Map.of())))
                                : Optional.empty();
                    }
                };
        RestCaller caller = new RestCaller(cut);

        assertThat(caller.get("queues/device:s1/4/A/history").json().path("points")).hasSize(1);
        Answer away = caller.get("ports/device:s2/4");
        assertThat(away.status()).isEqualTo(404);
        assertThat(away.json().path("detail").asText())
                .isEqualTo(
                        "port: no port under control is device:s2/4: the controller has no contact"
                                + " with device:s2");
        assertThat(caller.get("queues/device:s9/4/A/history").json().path("detail").asText())
                .isEqualTo(
                        "port: no port under control is device:s9/4: there is no switch device:s9;"
                                + " there is device:s1, device:s2");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ports/device:s1/x, 400, port",
        "GET, ports/device:s1/0, 400, port",
        "GET, ports/device:s1/5, 404, port",
        "GET, settings/device:s9/4, 404, port",
        "GET, classes/Z, 404, name",
        "PUT, classes/Z, 404, name",
        "GET, nothing, 404,",
        "GET, ports/device:s1/4/more, 404,",
        "GET, solve, 405,",
        "DELETE, policy, 405,",
    })
    void refusalsAreProblemDocuments(String method, String path, int status, String field)
            throws IOException {
        Answer answer = rest.call(method, path, null, RestCaller.ADMIN);

        assertProblem(answer, status, field);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ports",
        "GET, settings",
        "GET, policy",
        "GET, nodes",
        "GET, plans",
        "GET, metrics",
        "POST, solve",
        "DELETE, agents/10.0.0.1",
    })
    void aNodeThatIsCutOffSaysSoAtOnce(String method, String path) throws IOException {
        weir.cutOff("no contact");

        Answer answer = rest.call(method, path, null, RestCaller.ADMIN);

        assertProblem(answer, 503, null);
        assertThat(answer.json().path("detail").asText()).isEqualTo("no contact");
        assertThat(rest.get("alerts").status()).isEqualTo(200);
    }

    @Test
    void refusedMethodNamesThoseThatAreAllowed() throws IOException {
        Answer answer = rest.call("DELETE", "policy", null, RestCaller.ADMIN);

        assertThat(answer.header("Allow").split(", *|,"))
                .contains("GET", "PUT")
                .doesNotContain("DELETE");
    }

    /** The methods that a refusal of TRACE names are those that Jersey names for other methods. */
    @Test
    void allowedMethodsOfTheDescriptionAreThoseOfTheResources() throws IOException {
        AllowedMethods described = AllowedMethods.ofServedDocument();
        List<String> paths = new ArrayList<>();
        rest.get("openapi.json").json().path("paths").fieldNames().forEachRemaining(paths::add);
        assertThat(paths).hasSizeGreaterThan(20);
        for (String path : paths) {
            String concrete = path.replaceAll("\\{[^}]*}", "1");

            Answer answer = rest.call("PATCH", concrete.substring(1), "{}", RestCaller.ADMIN);

            assertThat(answer.status()).as(path).isEqualTo(405);
            // Jersey answers HEAD where there is GET, and does not name it.
            assertThat(described.of("/v1" + concrete).replace("HEAD,", "").split(","))
                    .as(path)
                    .containsExactlyInAnyOrder(answer.header("Allow").split(", *|,"));
        }
        assertThat(described.of("/v1/nothing")).isEmpty();
    }

    @Test
    void bodyThatIsNoJsonIsRefusedByItsType() throws IOException {
        Map<String, String> text = Map.of("Content-Type", "text/plain");

        assertProblem(rest.call("PUT", "policy", "{}", RestCaller.ADMIN, text), 415, null);
    }

    @Test
    void alertsListEverythingThatDoesNotWork() throws IOException {
        assertThat(rest.get("alerts").json().path("alerts").findValuesAsText("kind"))
                .containsExactly("host-unreachable", "settings-refused");
    }

    @Test
    void alertsAreGroupedWithTheirCausesFirst() throws IOException {
        String expected =
                "[{'kind':'settings-refused','count':1,'sinceMs':1,"
                        + "'text':'device:s1/4: write failed'},"
                        + "{'kind':'host-unreachable','count':1,'sinceMs':1700000000000,"
                        + "'text':'10.0.0.9: no path'}]";
        assertThat(rest.get("alerts").json().path("groups").toString())
                .isEqualTo(expected.replace('\'', '"'));
    }

    @Test
    void aClassReadCanBeWrittenBackAnyNumberOfTimes() throws IOException {
        JsonNode before = rest.get("classes/A").json();

        for (int i = 0; i < 2; i++) {
            Answer answer = rest.put("classes/A", before.toString());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json()).isEqualTo(before);
        }
        assertThat(rest.get("classes/A").json()).isEqualTo(before);
    }

    @Test
    void aChangeOfTargetsReplacesThemAndLeavesTheRest() throws IOException {
        Answer answer = rest.put("classes/A", "{\"targets\": {\"p99DelayMs\": 20}}");

        assertThat(answer.status()).isEqualTo(200);
        JsonNode changed = rest.get("classes").json().path("classes").path(0);
        assertThat(changed.path("targets").toString()).isEqualTo("{\"p99DelayMs\":20.0}");
        assertThat(changed.path("importance").asDouble()).isEqualTo(3);
        assertThat(changed.path("match").toString()).isEqualTo("[{\"dscp\":46}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"targets\": {\"delayMs\": -1}} | 400 | classes[0].targets.delayMs",
                "{\"importanc\": 2}               | 400 | importanc",
                "{\"importance\": 2, \"kind\": \"B\"} | 409 | kind",
                "{\"importance\": 2, \"index\": 1} | 409 | index",
                "{\"importance\": 2,              | 400 |",
                "{\"importance\": 2, \"importance\": 3} | 400 |",
                "{\"importance\": 2} {}           | 400 |",
                "[1]                              | 400 |",
                "''                               | 400 |",
            })
    void aBadChangeIsRefusedAndChangesNothing(String body, int status, String field)
            throws IOException {
        JsonNode before = rest.get("policy").json();

        Answer answer = rest.put("classes/A", body);

        assertProblem(answer, status, field);
        assertThat(rest.get("policy").json()).isEqualTo(before);
        assertThat(weir.policiesAccepted()).isZero();
    }

    @Test
    void thePolicyIsReplacedAsAWhole() throws IOException {
        ObjectNode policy = (ObjectNode) rest.get("policy").json();
        policy.put("objective", "published");

        assertThat(rest.put("policy", policy.toString()).json()).isEqualTo(policy);
        assertThat(rest.get("policy").json()).isEqualTo(policy);
    }

    @Test
    void aBodyThatNeverEndsIsRefused() throws IOException {
        String body = "{\"match\": \"" + "x".repeat(RequestBody.MAX_BYTES) + "\"}";

        assertProblem(rest.put("policy", body), 400, null);
        assertThat(weir.policiesAccepted()).isZero();
    }

    @Test
    void aBodyThatIsNoJsonTypeIsRefused() throws IOException {
        assertProblem(rest.call("PUT", "policy", null, RestCaller.ADMIN), 400, null);
    }

    @Test
    void withoutAPolicyThereIsNothingToShowOrSolve() throws IOException {
        weir.unconfigure();

        assertProblem(rest.get("policy"), 404, "policy");
        assertProblem(rest.call("POST", "solve", null, RestCaller.ADMIN), 409, null);
        assertThat(rest.get("classes").json().toString()).isEqualTo("{\"classes\":[]}");
    }

    @Test
    void solvingAnswersWithTheDecisions() throws IOException {
        JsonNode report = rest.call("POST", "solve", null, RestCaller.ADMIN).json();

        assertThat(report.path("decisions").path(0).path("device").asText()).isEqualTo("device:s1");
        assertThat(report.path("solveMs").asDouble()).isEqualTo(1.5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ports",
                "settings",
                "classes",
                "classes/A",
                "policy",
                "alerts",
                "devices",
                "agents"
            })
    void aViewerMayLook(String path) throws IOException {
        assertThat(rest.call("GET", path, null, RestCaller.VIEWER).status()).isEqualTo(200);
        assertProblem(rest.call("GET", path, null, Set.of()), 403, null);
    }

    @Test
    void onlyAnAdministratorMayChange() throws IOException {
        JsonNode policy = rest.get("policy").json();

        assertProblem(
                rest.call("PUT", "classes/A", "{\"importance\": 9}", RestCaller.VIEWER), 403, null);
        assertProblem(rest.call("PUT", "policy", policy.toString(), RestCaller.VIEWER), 403, null);
        assertProblem(rest.call("POST", "solve", null, RestCaller.VIEWER), 403, null);
        assertThat(weir.policiesAccepted()).isZero();
    }

    @Test
    void anAgentRegistersAnyNumberOfTimesAndLeavesAnyNumberOfTimes() throws IOException {
        for (int i = 0; i < 2; i++) {
            String lease = i == 0 ? "{\"leaseSeconds\": 30}" : "{\"leaseSeconds\": 3.0e1}";
            assertThat(rest.put("agents/2001:db8::5", lease).status()).isEqualTo(204);
            assertThat(rest.get("agents").json().toString())
                    .isEqualTo(
                            ("{'agents':[{'address':'10.0.0.1','byPolicy':true,"
                                            + "'leaseSeconds':null,'device':'device:s1'},"
                                            + "{'address':'2001:db8::5','byPolicy':false,"
                                            + "'leaseSeconds':30.0,'device':null}]}")
                                    .replace('\'', '"'));
        }
        for (int i = 0; i < 2; i++) {
            Answer answer = rest.call("DELETE", "agents/2001:db8::5", null, RestCaller.ADMIN);
            assertThat(answer.status()).isEqualTo(204);
            assertThat(rest.get("agents").json().path("agents")).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | leaseSeconds",
                "{\"leaseSeconds\": 1} | leaseSeconds",
                "{\"leaseSeconds\": 7.5} | leaseSeconds",
                "{\"leaseSeconds\": \"30\"} | leaseSeconds",
                "{\"leaseSeconds\": 1e300} | leaseSeconds",
                "{\"leaseSeconds\": 4294967326} | leaseSeconds",
                "{\"leaseSeconds\": 30, \"until\": 3} | until"
            })
    void aLeaseThatIsNoneIsRefused(String body, String field) throws IOException {
        assertProblem(rest.put("agents/10.0.0.2", body), 400, field);
        assertThat(rest.get("agents").json().path("agents")).hasSize(1);
    }

    @Test
    void theRoleOfAgentsMayRegisterAndNothingElse() throws IOException {
        Set<String> agent = Set.of("agent");
        String lease = "{\"leaseSeconds\": 30}";
        assertThat(rest.call("PUT", "agents/10.0.0.2", lease, agent).status()).isEqualTo(204);
        assertThat(rest.call("DELETE", "agents/10.0.0.2", null, agent).status()).isEqualTo(204);
        assertProblem(rest.call("PUT", "policy", "{}", agent), 403, null);
        assertProblem(rest.call("POST", "solve", null, agent), 403, null);
        assertProblem(rest.call("PUT", "agents/10.0.0.2", lease, RestCaller.VIEWER), 403, null);
    }

    /** ONOS's filter asks for viewer too where something changes. */
    @ParameterizedTest
    @CsvSource({
        "agent, GET, ports, Reading needs the role viewer.",
        "admin, GET, ports, Reading needs the role viewer.",
        "agent, POST, solve, Changing anything needs the roles admin and viewer.",
        "admin, POST, solve, Changing anything needs the roles admin and viewer.",
        "viewer, POST, solve, Changing anything needs the roles admin and viewer.",
        "viewer, DELETE, agents/10.0.0.2,"
                + " 'This needs the role agent, or the roles admin and viewer.'"
    })
    void aRefusalNamesTheRolesThatAreNeeded(String role, String method, String path, String detail)
            throws IOException {
        Answer answer = rest.call(method, path, null, Set.of(role));
        assertProblem(answer, 403, null);
        assertThat(answer.json().path("detail").asText()).isEqualTo(detail);
    }

    @Test
    void aServiceThatIsGoneIsReported() throws IOException {
        RestCaller orphan =
                new RestCaller(
                        () -> {
                            throw new ServiceNotFoundException("WeirService");
                        });

        assertProblem(orphan.get("ports"), 503, null);
    }

    private static void assertProblem(Answer answer, int status, String field) throws IOException {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.mediaType()).isEqualTo("application/problem+json");
        JsonNode problem = answer.json();
        assertThat(new ObjectMapper().convertValue(problem, Map.class))
                .containsOnlyKeys("type", "title", "status", "detail", "field");
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("field").asText(null)).isEqualTo(field);
        assertThat(problem.path("detail").asText()).isNotBlank();
        if (field != null) {
            assertThat(problem.path("detail").asText()).startsWith(field + ": ");
        }
    }
}
