// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.change.Edit;
import org.weir.app.rest.RestCaller.Answer;

/** REST of the policy's versions and of plans. */
class ChangesRestTest {
    private final InMemoryWeir weir = new InMemoryWeir();
    private final RestCaller rest = new RestCaller(weir);

    private Answer post(String path, String body) throws IOException {
        return rest.call(
                "POST", path, body == null ? null : body.replace('\'', '"'), RestCaller.ADMIN);
    }

    private Answer put(String ifMatch) throws IOException {
        ObjectNode policy = weir.policyDocument().get();
        policy.put("periodMs", policy.path("periodMs").asInt() + 1);
        return rest.call(
                "PUT", "policy", policy.toString(), RestCaller.ADMIN, Map.of("If-Match", ifMatch));
    }

    @Test
    void policyIsChangedOnlyIfItIsTheOneThatWasRead() throws IOException {
        assertThat(put("\"0\"").status()).isEqualTo(200);
        Answer read = rest.get("policy");
        assertThat(read.header("ETag")).isEqualTo("\"1\"");

        assertThat(put(read.header("ETag")).header("ETag")).isEqualTo("\"2\"");
        Answer late = put(read.header("ETag"));
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.json().path("detail").asText()).contains("version 2, not 1");
        assertThat(put("*").status()).isEqualTo(200);
        assertThat(put("1").status()).isEqualTo(400);
        assertThat(weir.policiesAccepted()).isEqualTo(3);
    }

    /** A version is known before it is in force, and may have the classes in another order. */
    @Test
    void aClassIsFoundByItsNameInAVersionThatIsNotInForceYet() throws IOException {
        ObjectNode turned = weir.policyDocument().get();
        List<JsonNode> classes = new ArrayList<>();
        turned.path("classes").forEach(one -> classes.add(0, one));
        turned.putArray("classes").addAll(classes);
        ((InMemoryChanges) weir.changes()).accepted(turned, Edit.by("else", "REST", "turned"));

        assertThat(rest.put("classes/A", "{\"importance\": 9}").status()).isEqualTo(200);

        assertThat(weir.policyDocument().get().path("classes"))
                .allSatisfy(
                        one ->
                                assertThat(one.path("importance").asInt() == 9)
                                        .as(one.toString())
                                        .isEqualTo(one.path("name").asText().equals("A")));
    }

    @Test
    void ifMatchIsAListOfTagsAsInHttp() throws IOException {
        assertThat(put("\"x\" ,\"0\"").status()).isEqualTo(200);

        assertThat(put("W/\"1\"").status()).as("weak tag of the running version").isEqualTo(412);
        assertThat(put("\"x\", W/\"1\"").status()).isEqualTo(412);
        for (String malformed : List.of("\"1", "\"1\" \"0\"", "w/\"1\"", ", \"1\"x")) {
            Answer answer = put(malformed);
            assertThat(answer.status()).as(malformed).isEqualTo(400);
            assertThat(answer.json().path("field").asText()).isEqualTo("If-Match");
        }
        assertThat(weir.policiesAccepted()).isEqualTo(1);
    }

    @Test
    void versionsTellWhoAndWhat() throws IOException {
        rest.put("classes/A", "{\"importance\":5}");
        rest.put("classes/A", "{\"importance\":6}");

        var versions = rest.get("policy/versions").json();
        assertThat(versions.path("running").asInt()).isEqualTo(2);
        assertThat(versions.path("versions").path(1).toString())
                .isEqualTo(
                        ("{'version':2,'timeMs':1700000000000,'who':'somebody','via':'REST',"
                                        + "'what':'class A changed'}")
                                .replace('\'', '"'));
        var second = rest.get("policy/versions/2").json();
        assertThat(second.path("differences").toString())
                .isEqualTo(
                        "[{'path':'classes[A].importance','before':5,'after':6}]"
                                .replace('\'', '"'));
        assertThat(second.path("policy")).isEqualTo(rest.get("policy").json());
    }

    @Test
    void rollbackPutsAnEarlierVersionInForce() throws IOException {
        rest.put("classes/A", "{\"importance\":5}");
        rest.put("classes/A", "{\"importance\":6}");

        Answer answer = post("policy/rollback", "{'version':1}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"3\"");
        assertThat(answer.json().path("classes").path(0).path("importance").asInt()).isEqualTo(5);
    }

    @Test
    void planIsMadeReadAppliedAndForgotten() throws IOException {
        Answer made = post("plans", "{'classes':{'A':{'targets':{'delayMs':2}}}}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).endsWith("/plans/1");
        assertThat(made.json().path("differences").findValuesAsText("path"))
                .containsExactly("classes[A].targets.delayMs", "classes[A].targets.lossFraction");
        assertThat(weir.policiesAccepted()).isZero();
        assertThat(rest.get("plans/1").json()).isEqualTo(made.json());
        assertThat(rest.get("plans").json().path("plans").path(0).path("state").asText())
                .isEqualTo("open");

        Answer applied = post("plans/1/apply", "{'guardSeconds':60}");
        assertThat(applied.json().path("state").asText()).isEqualTo("guarded");
        assertThat(weir.policiesAccepted()).isEqualTo(1);

        assertThat(rest.call("DELETE", "plans/1", null, RestCaller.ADMIN).status()).isEqualTo(204);
        assertThat(rest.call("DELETE", "plans/1", null, RestCaller.ADMIN).status()).isEqualTo(204);
        assertThat(rest.get("plans/1").status()).isEqualTo(404);
    }

    private void changedByAnother() {
        ObjectNode other = weir.policyDocument().get();
        other.put("periodMs", 123);
        weir.setPolicy(other, Edit.by("bob", "REST", "changed"));
    }

    @Test
    void policyAndItsTagAreOfOneVersion() throws IOException {
        rest.put("classes/A", "{\"importance\":5}");
        weir.afterReading(this::changedByAnother);

        Answer read = rest.get("policy");

        assertThat(read.json().path("periodMs").asInt()).isEqualTo(1000);
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
    }

    /** With the tag of another's version the caller would overwrite what it has never seen. */
    @Test
    void anAnswerToAChangeIsOfTheCallersVersion() throws IOException {
        String own = rest.get("policy").text().replace("\"periodMs\":1000", "\"periodMs\":500");
        weir.afterSetting(this::changedByAnother);
        Answer replaced = rest.put("policy", own);
        assertThat(replaced.json().path("periodMs").asInt()).isEqualTo(500);
        assertThat(replaced.header("ETag")).isEqualTo("\"1\"");
        assertThat(put(replaced.header("ETag")).status()).isEqualTo(412);

        weir.afterSetting(this::changedByAnother);
        Answer rolledBack = post("policy/rollback", "{'version':1}");
        assertThat(rolledBack.json()).isEqualTo(replaced.json());
        assertThat(rolledBack.header("ETag")).isEqualTo("\"3\"");

        weir.afterSetting(this::importanceChangedByAnother);
        Answer changed = rest.put("classes/A", "{\"importance\":5}");
        assertThat(changed.json().path("importance").asInt()).isEqualTo(5);
        assertThat(changed.header("ETag")).isEqualTo("\"5\"");
        assertThat(weir.changes().version()).isEqualTo(6);
    }

    private void importanceChangedByAnother() {
        ObjectNode other = weir.policyDocument().get();
        ((ObjectNode) other.path("classes").path(0)).put("importance", 11);
        weir.setPolicy(other, Edit.by("bob", "REST", "changed"));
    }

    @Test
    void planOfAClassKeepsWhatAnotherChangesMeanwhile() throws IOException {
        rest.put("classes/A", "{\"importance\":5}");
        weir.afterReading(this::changedByAnother);

        Answer made = post("plans", "{'classes':{'A':{'importance':7}}}");

        assertThat(made.json().path("basedOn").asInt()).isEqualTo(2);
        assertThat(made.json().path("differences").findValuesAsText("path"))
                .containsExactly("classes[A].importance");
    }

    @Test
    void planMayBeAppliedWithoutABody() throws IOException {
        post("plans", "{'classes':{}}");
        assertThat(post("plans/1/apply", null).json().path("state").asText()).isEqualTo("applied");
    }

    @Test
    void planIsAppliedToSomePortsAndRolledBack() throws IOException {
        post("plans", "{'classes':{'A':{'importance':2}}}");
        assertThat(post("plans/1/rollback", null).status()).isEqualTo(409);

        Answer begun = post("plans/1/apply", "{'ports':[{'device':'device:s1','port':4}]}");

        assertThat(begun.json().path("state").asText()).isEqualTo("canary");
        assertThat(begun.json().path("canary").toString())
                .isEqualTo(
                        ("{'ports':[{'device':'device:s1','port':4}],'timeMs':1700000000000,"
                                        + "'who':'somebody'}")
                                .replace('\'', '"'));
        assertThat(weir.policiesAccepted()).isZero();
        Answer ended = post("plans/1/rollback", null);
        assertThat(ended.json().path("state").asText()).isEqualTo("rolled-back");
        assertThat(rest.call("POST", "plans/1/rollback", null, RestCaller.VIEWER).status())
                .isEqualTo(403);
    }

    @Test
    void planMadeOnAnOlderVersionIsRefused() throws IOException {
        post("plans", "{'classes':{'A':{'importance':2}}}");
        rest.put("classes/A", "{\"importance\":6}");
        assertThat(post("plans/1/apply", null).status()).isEqualTo(409);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plans | {} | 400 | ",
                "plans | [] | 400 | ",
                "plans | {'policy':{},'classes':{}} | 400 | ",
                "plans | {'policy':3} | 400 | policy",
                "plans | {'classes':[]} | 400 | classes",
                "plans | {'class':{}} | 400 | class",
                "plans | {'classes':{'Z':{}}} | 400 | classes.Z",
                "plans | {'classes':{'A':7}} | 400 | classes.A",
                "plans | {'classes':{'A':{'name':'B'}}} | 400 | classes.A.name",
                "plans/x/apply | {} | 400 | plan",
                "plans/0/apply | {} | 400 | plan",
                "plans/7/apply | {} | 404 | ",
                "plans/7/apply | {'guardSeconds':1.5} | 400 | guardSeconds",
                "plans/7/apply | {'guardSeconds':1e999} | 400 | guardSeconds",
                "plans/7/apply | {'guard':60} | 400 | guard",
                "plans/7/apply | x | 400 | ",
                "plans/7/apply | {'ports':[]} | 400 | ports",
                "plans/7/apply | {'ports':'device:s1/4'} | 400 | ports",
                "plans/7/apply | {'ports':[{'device':'device:s1'}]} | 400 | ports[0]",
                "plans/7/apply | {'ports':[{'device':'','port':4}]} | 400 | ports[0]",
                "plans/7/apply | {'ports':[{'device':'d','port':4.5}]} | 400 | ports[0]",
                "plans/7/apply | {'ports':[{'device':'d','port':4,'x':1}]} | 400 | ports[0]",
                "plans/7/apply | {'ports':[{'device':'d','port':4},{'device':'d','port':4}]}"
                        + " | 400 | ports[1]",
                "plans/7/apply | {'ports':[{'device':'d','port':4}]} | 404 | ",
                "plans/7/rollback | {} | 404 | ",
                "plans/x/rollback | {} | 400 | plan",
                "policy/rollback | {} | 400 | version",
                "policy/rollback | {'version':'1'} | 400 | version",
                "policy/rollback | {'version':9} | 404 | version",
                "policy/rollback | {'version':1,'to':2} | 400 | to",
            })
    void wrongRequestNamesItsField(String path, String body, int status, String field)
            throws IOException {
        Answer answer = post(path, body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.mediaType()).isEqualTo("application/problem+json");
        assertThat(answer.json().path("field").asText(null)).isEqualTo(field);
        assertThat(weir.policiesAccepted()).isZero();
        assertThat(rest.get("plans").json().path("plans")).isEmpty();
    }

    private static String simulation(String port, String figures) {
        return "{'seeds':3,'periods':60,'assumptions':['Poisson arrivals'],'ports':[{'device':"
                + "'device:s1','port':"
                + port
                + ",'classes':[{'name':'A','delayMs':"
                + figures
                + ",'p99DelayMs':null,'lossFraction':null,'goodputBps':null}]}]}";
    }

    private Answer put(String path, String body) throws IOException {
        return rest.put(path, body.replace('\'', '"'));
    }

    @Test
    void simulationIsAttachedToItsPlan() throws IOException {
        post("plans", "{'classes':{'A':{'importance':2}}}");
        assertThat(rest.get("plans/1").json().path("simulation").isNull()).isTrue();

        String body = simulation("4", "{'mean':1.5,'low':1.0,'high':2.0}");
        Answer attached = put("plans/1/simulation", body);

        assertThat(attached.status()).isEqualTo(200);
        assertThat(rest.get("plans/1").json()).isEqualTo(attached.json());
        assertThat(attached.json().at("/simulation/ports/0/classes/0/delayMs/mean").asDouble())
                .isEqualTo(1.5);
        assertThat(put("plans/1/simulation", body).json()).isEqualTo(attached.json());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4 | {'mean':1.5,'low':1.6,'high':2.0} | ports[0].classes[0].delayMs",
                "4 | {'mean':-1,'low':-2,'high':2.0} | ports[0].classes[0].delayMs.mean",
                "4 | {'mean':1e999,'low':0,'high':2.0} | ports[0].classes[0].delayMs.mean",
                "4 | {'mean':1,'low':0} | ports[0].classes[0].delayMs.high",
                "4 | {'mean':1,'low':0,'high':2,'p':1} | ports[0].classes[0].delayMs.p",
                "4 | 1.5 | ports[0].classes[0].delayMs",
                "5 | null | ports[0]",
                "'4' | null | ports[0]",
                "4,'seeds':3 | null | ports[0].seeds",
            })
    void wrongSimulationNamesItsFieldAndChangesNothing(String port, String figures, String field)
            throws IOException {
        post("plans", "{'classes':{'A':{'importance':2}}}");
        Answer answer = put("plans/1/simulation", simulation(port, figures));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").asText(null)).isEqualTo(field);
        assertThat(rest.get("plans/1").json().path("simulation").isNull()).isTrue();
    }

    @Test
    void simulationOfNoPlanIsRefused() throws IOException {
        String body = simulation("4", "null");
        assertThat(put("plans/7/simulation", body).status()).isEqualTo(404);
        assertThat(rest.call("PUT", "plans/7/simulation", "{}", RestCaller.VIEWER).status())
                .isEqualTo(403);
    }

    /** Nothing is installed, and no operator has asked for it. */
    @Test
    void freezeIsNotKnownUntilItWasRead() throws IOException {
        assertThat(rest.get("freeze").json().path("known").asBoolean()).isTrue();
        assertThat(rest.get("metrics").text()).contains("\nweir_frozen 0.0\n");

        weir.forgetFreeze();

        assertThat(rest.get("freeze").json().path("known").asBoolean()).isFalse();
        assertThat(rest.get("freeze").json().path("frozen").asBoolean()).isTrue();
        assertThat(rest.get("metrics").text()).doesNotContain("weir_frozen");
    }

    /** State "not known" exists only while the store is silent, so that GET must answer then. */
    @Test
    void stateOfTheFreezeIsAnsweredWhileTheStoreIsSilent() throws IOException {
        post("freeze", "{'reason':'maintenance'}");
        weir.silenceFreezes(true);

        Answer kept = rest.get("freeze");
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.json().path("known").asBoolean()).isTrue();
        assertThat(kept.json().path("frozen").asBoolean()).isTrue();
        assertThat(kept.json().path("record").isNull()).isTrue();

        weir.forgetFreeze();
        Answer unknown = rest.get("freeze");
        assertThat(unknown.status()).isEqualTo(200);
        assertThat(unknown.json().path("known").asBoolean()).isFalse();
        assertThat(unknown.json().path("frozen").asBoolean()).isTrue();
        assertThat(unknown.json().path("record").isNull()).isTrue();

        weir.silenceFreezes(false);
        assertThat(rest.get("freeze").json().path("record")).hasSize(1);
    }

    /** 409 says that nothing was changed; what a silent store has taken is not known. */
    @Test
    void aStoreThatDoesNotAnswerIsNoConflict() throws IOException {
        weir.silenceFreezes(true);

        Answer answer = post("freeze", "{'reason':'maintenance'}");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().path("detail").asText()).contains("store");
    }

    @Test
    void freezeAndItsEndAreIdempotentAndRecorded() throws IOException {
        assertThat(rest.get("freeze").json().path("frozen").asBoolean()).isFalse();
        assertThat(post("freeze", "{'reason':'maintenance'}").json().path("note").isNull())
                .isTrue();
        Answer other = post("freeze", "{'reason':'upgrade'}");
        assertThat(other.json().path("note").asText())
                .isEqualTo(
                        "already frozen by somebody since 2023-11-14T22:13:20Z (maintenance);"
                                + " your reason is not recorded");
        Answer again = post("freeze", null);
        assertThat(again.json().path("note").asText()).doesNotContain("your reason");
        assertThat(rest.get("freeze").json().path("note").isNull()).isTrue();
        assertThat(again.json().path("frozen").asBoolean()).isTrue();
        assertThat(again.json().path("record").findValuesAsText("reason"))
                .containsExactly("maintenance");
        Answer ended = rest.call("DELETE", "freeze", null, RestCaller.ADMIN);
        assertThat(ended.json().path("frozen").asBoolean()).isFalse();
        assertThat(rest.call("DELETE", "freeze", null, RestCaller.ADMIN).json())
                .isEqualTo(ended.json());
        assertThat(rest.call("POST", "freeze", null, RestCaller.VIEWER).status()).isEqualTo(403);
        assertThat(post("freeze", "{'reason':7}").json().path("field").asText())
                .isEqualTo("reason");
        assertThat(post("freeze", "{'why':'x'}").json().path("field").asText()).isEqualTo("why");
    }

    @Test
    void viewerMayLookButNotPlan() throws IOException {
        assertThat(rest.call("GET", "plans", null, RestCaller.VIEWER).status()).isEqualTo(200);
        assertThat(rest.call("POST", "plans", "{\"classes\":{}}", RestCaller.VIEWER).status())
                .isEqualTo(403);
    }

    /** Before, such a number became the largest that there is, and nothing was deleted with 204. */
    @Test
    void aNumberBeyondThoseOfPlansIsRefused() throws IOException {
        RestCaller rest = new RestCaller(new InMemoryWeir());
        RestCaller.Answer answer =
                rest.call("DELETE", "plans/9223372036854775808", null, RestCaller.ADMIN);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").asText()).isEqualTo("plan");
        assertThat(
                        rest.call("DELETE", "plans/9223372036854775807", null, RestCaller.ADMIN)
                                .status())
                .isEqualTo(204);
    }
}
