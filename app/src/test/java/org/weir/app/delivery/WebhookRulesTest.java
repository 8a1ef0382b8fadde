// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.onosproject.store.service.AsyncConsistentMap;
import org.weir.app.RejectedException;
import org.weir.app.event.EventKind;
import org.weir.app.journal.SharedMaps;
import org.weir.app.json.WebhookJson;
import org.weir.app.rest.problem.ProblemMapper;
import org.weir.app.webhook.SecretEdit;
import org.weir.app.webhook.WebhookView;

/** Webhooks that are accepted, and what refusals say. */
class WebhookRulesTest {

    private static final String SECRET = "0123456789abcdef";
    private static final long WAIT_S = 30;

    private final SharedMaps maps = new SharedMaps();
    private final WebhookStore store =
            new WebhookStore(maps.consistent("webhooks"), maps.eventual("states"), () -> 1000);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9000/hook",
                "https://ops.example.org/a/b?c=d&e=%20",
                "http://[::1]:8080/",
                "https://hooks"
            })
    void urlsOfHttpAreAccepted(String url) {
        store.put("a", url, SecretEdit.KEEP, null);
        assertThat(store.one("a").orElseThrow().webhook().url()).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A | http://h/ | name: must have 1 to 40 lower-case letters",
                "-a | http://h/ | name: must have",
                "a b | http://h/ | name: must have",
                "a | ftp://h/ | url: must be an absolute URL of http or https",
                "a | /path | url: must be an absolute URL",
                "a | http:///path | url: must be an absolute URL",
                "a | http://a_b/ | url: must be an absolute URL",
                "a | http://u:p@h/ | url: must not have a user or a password",
                "a | http://h/#f | url: must not have a fragment",
                "a | http://h:70000/ | url: must have a port from 1 to 65535",
                "a | http://h/a b | url: is no URL",
                "a | https://h/… | url: must be the whole URL",
            })
    void aRefusalNamesFieldAndRule(String name, String url, String message) {
        assertThatThrownBy(() -> store.put(name, url, SecretEdit.KEEP, null))
                .isInstanceOf(RejectedException.class)
                .hasMessageStartingWith(message);
        assertThat(store.all()).isEmpty();
    }

    /** The path of a receiver's URL is often the only secret that it asks for. */
    @ParameterizedTest
    @CsvSource({
        "https://hooks.example.org/T0/B1/Xy7, https://hooks.example.org/…",
        "https://hooks.example.org:8443?key=Xy7, https://hooks.example.org:8443/…",
        "http://[::1]:9000/Xy7, http://[::1]:9000/…",
        "http://127.0.0.1:9000/, http://127.0.0.1:9000/",
        "http://127.0.0.1:9000, http://127.0.0.1:9000"
    })
    void pathAndQueryOfAnUrlAreNeverShown(String url, String shown) {
        store.put("a", url, SecretEdit.KEEP, null);
        WebhookView one = store.one("a").orElseThrow();
        assertThat(one.webhook().url()).isEqualTo(url);
        assertThat(WebhookJson.WEBHOOK.write(one).path("url").asText()).isEqualTo(shown);
        assertThat(one.webhook()).hasToString("a " + shown);
    }

    @Test
    void aSecretIsNeverShown() {
        store.put("a", "http://h/", SecretEdit.to(SECRET), null);
        assertThat(store.one("a").orElseThrow().webhook().secret()).isEqualTo(SECRET);
        assertThat(store.one("a").orElseThrow().webhook().toString()).doesNotContain(SECRET);
        assertThat(WebhookJson.WEBHOOK.writeAll(store.all()).toString())
                .contains("\"signed\":true")
                .doesNotContain(SECRET);
        assertThatThrownBy(() -> store.put("a", "http://h/", SecretEdit.to("tooShort"), null))
                .hasMessage("secret: must have 16 to 256 characters");
    }

    @Test
    void aSecretStaysUntilItIsChangedOrRemoved() {
        store.put("a", "http://h/", SecretEdit.to(SECRET), null);
        store.put("a", "http://other/", SecretEdit.KEEP, List.of("link-down"));
        assertThat(store.one("a").orElseThrow().webhook().secret()).isEqualTo(SECRET);
        store.put("a", "http://h/", SecretEdit.to("another " + SECRET), null);
        assertThat(store.one("a").orElseThrow().webhook().secret()).isEqualTo("another " + SECRET);
        store.put("a", "http://h/", SecretEdit.REMOVE, null);
        assertThat(store.one("a").orElseThrow().webhook().isSigned()).isFalse();
        store.put("a", "http://h/", SecretEdit.KEEP, null);
        assertThat(store.one("a").orElseThrow().webhook().isSigned()).isFalse();
    }

    @Test
    void kindsAreTheAlertsUnlessOthersAreNamed() {
        store.put("a", "http://h/", SecretEdit.KEEP, null);
        assertThat(store.one("a").orElseThrow().webhook().kinds())
                .containsExactly(EventKind.ALERT_BEGAN, EventKind.ALERT_ENDED);
        store.put("a", "http://h/", SecretEdit.KEEP, List.of("link-down"));
        assertThat(store.one("a").orElseThrow().webhook().kinds())
                .containsExactly(EventKind.LINK_DOWN);
        assertThatThrownBy(() -> store.put("a", "http://h/", SecretEdit.KEEP, List.of("down")))
                .hasMessageStartingWith("kinds: must be of alert-began, alert-ended, ")
                .hasMessageEndingWith("; was down");
        assertThatThrownBy(() -> store.put("a", "http://h/", SecretEdit.KEEP, List.of()))
                .hasMessage("kinds: must name at least one kind of event");
        assertThatThrownBy(
                        () ->
                                store.put(
                                        "a",
                                        "http://h/",
                                        SecretEdit.KEEP,
                                        List.of("link-down", "link-down")))
                .hasMessage("kinds: must name each kind once");
    }

    @Test
    void thereAreEightAtMost() {
        for (int i = 0; i < WebhookRules.MOST; i++) {
            store.put("a" + i, "http://h/", SecretEdit.KEEP, null);
        }
        store.put("a0", "http://other/", SecretEdit.KEEP, null);
        assertThatThrownBy(() -> store.put("more", "http://h/", SecretEdit.KEEP, null))
                .hasMessage("there are 8 webhooks, which is the most: remove one");
        store.remove("a0");
        store.remove("a0");
        store.put("more", "http://h/", SecretEdit.KEEP, null);
        assertThat(store.all()).hasSize(WebhookRules.MOST);
    }

    @Test
    void withoutTheStoreNothingIsSaidToBeThere() {
        maps.away(true);
        assertThatThrownBy(() -> store.put("a", "http://h/", SecretEdit.KEEP, null))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("store of webhooks does not answer");
    }

    /** Two nodes take requests at the same time. */
    @Test
    void aSecretThatAnotherNodeSetsMeanwhileStays() {
        store.put("a", "http://h/", SecretEdit.to(SECRET), null);
        String fresh = "another " + SECRET;
        maps.beforeChange(() -> store.put("a", "http://h/", SecretEdit.to(fresh), null));
        store.put("a", "http://other/", SecretEdit.KEEP, null);
        assertThat(store.one("a").orElseThrow().webhook().secret()).isEqualTo(fresh);
        assertThat(store.one("a").orElseThrow().webhook().url()).isEqualTo("http://other/");

        maps.beforeChange(() -> store.put("b", "http://h/", SecretEdit.to(fresh), null));
        store.put("b", "http://other/", SecretEdit.KEEP, null);
        assertThat(store.one("b").orElseThrow().webhook().secret()).isEqualTo(fresh);
    }

    @Test
    void twoNodesTogetherAddNoMoreThanTheMost() {
        for (int i = 1; i < WebhookRules.MOST; i++) {
            store.put("w" + i, "http://h/", SecretEdit.KEEP, null);
        }
        maps.beforeChange(() -> store.put("a", "http://h/", SecretEdit.KEEP, null));
        assertThatThrownBy(() -> store.put("b", "http://h/", SecretEdit.KEEP, null))
                .hasMessageContaining("which is the most");
        assertThat(store.all()).hasSize(WebhookRules.MOST);
        assertThat(store.one("b")).isEmpty();
    }

    /** Both find room, and both write before one of them looks again. */
    @Test
    void ofTwoNodesThatAddTheLastAtTheSameTimeOneSucceeds() throws Exception {
        for (int i = 1; i < WebhookRules.MOST; i++) {
            store.put("w" + i, "http://h/", SecretEdit.KEEP, null);
        }
        // So that neither takes its webhook back before the other has seen it.
        maps.aroundChanges(together(4), together(2));
        CompletableFuture<Boolean> a = CompletableFuture.supplyAsync(() -> isAccepted("a"));

        boolean isAccepted = isAccepted("b");

        assertThat(a.get(WAIT_S, TimeUnit.SECONDS)).isNotEqualTo(isAccepted);
        assertThat(store.all()).hasSize(WebhookRules.MOST);
        assertThat(store.one("b").isPresent()).isEqualTo(isAccepted);
    }

    private boolean isAccepted(String name) {
        try {
            store.put(name, "http://h/", SecretEdit.KEEP, null);
            return true;
        } catch (RejectedException e) {
            assertThat(e).hasMessageContaining("which is the most");
            return false;
        }
    }

    /** A step in which two threads wait for each other, the first so many times. */
    private static Runnable together(int times) {
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicInteger count = new AtomicInteger();
        return () -> {
            if (count.incrementAndGet() <= times) {
                try {
                    both.await(WAIT_S, TimeUnit.SECONDS);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @Test
    void aStoreThatDoesNotAnswerIsAReasonToTryAgain() {
        maps.away(true);
        assertThatThrownBy(() -> store.put("a", "http://h/", SecretEdit.KEEP, null))
                .isInstanceOf(RejectedException.class)
                .extracting(e -> new ProblemMapper().toResponse(e).getStatus())
                .isEqualTo(503);
    }

    @Test
    void webhooksOfEarlierBuildsAreForgottenWithTheirSecrets() {
        AsyncConsistentMap<String, String> former = maps.consistent("former");
        former.put("a", "{\"url\":\"http://h/\",\"secret\":\"" + SECRET + "\"}");
        store.put("b", "http://h/", SecretEdit.to(SECRET), null);

        maps.away(true);
        FormerWebhooks.clear(former);
        maps.away(false);
        assertThat(former.size().join()).as("the store is away").isEqualTo(1);
        for (int node = 0; node < 2; node++) {
            FormerWebhooks.clear(former);
            assertThat(former.size().join()).isZero();
        }
        assertThat(store.one("b")).isPresent();
    }
}
