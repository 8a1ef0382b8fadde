// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.metrics.AgentMetrics;

/** Against a small HTTP server in the controller's place. */
@Timeout(120)
class RegistrationTest {
    private static final String WORDS = "host7:secret";

    /** Value of the header Authorization for {@link #WORDS}. */
    private static final String HEADER = "Basic aG9zdDc6c2VjcmV0";

    private static final int SECONDS = 30;
    private static final InetAddress ADDRESS = FeedbackFrames.address("10.0.0.1");

    private final LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AgentMetrics metrics = new AgentMetrics();
    private HttpServer server;
    private volatile int status = 204;
    private volatile Set<InetAddress> addresses = Set.of();

    @TempDir private Path folder;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String body =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    requests.add(
                            exchange.getRequestMethod()
                                    + " "
                                    + exchange.getRequestURI()
                                    + " "
                                    + exchange.getRequestHeaders().getFirst("Authorization")
                                    + " "
                                    + body);
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        metrics.close();
    }

    private Registration start() throws IOException {
        addresses =
                Set.of(
                        InetAddress.getByName("10.0.0.1"),
                        InetAddress.getByName("fe80::1"),
                        InetAddress.getByName("127.0.0.1"));
        ControllerAccess access = ControllerAccess.of(List.of(url()), null, WORDS);
        return new Registration(access, () -> addresses, 5, metrics, lines::add);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private String next() throws InterruptedException {
        return requests.poll(SECONDS, TimeUnit.SECONDS);
    }

    private static String put(String address) {
        return "PUT /onos/weir/v1/agents/" + address + " " + HEADER + " {\"leaseSeconds\": 5}";
    }

    private static String delete(String address) {
        return "DELETE /onos/weir/v1/agents/" + address + " " + HEADER + " ";
    }

    @Test
    void anAddressIsRegisteredRenewedAndTakenBackAtTheEnd() throws Exception {
        try (Registration registration = start()) {
            assertThat(registration).isNotNull();
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            assertThat(next()).as("renewed").isEqualTo(put("10.0.0.1"));
        }
        String last = next();
        while (last != null && last.startsWith("PUT")) {
            last = next();
        }
        assertThat(last).isEqualTo(delete("10.0.0.1"));
        assertThat(lines)
                .as("said once, without the password")
                .singleElement()
                .asString()
                .startsWith("10.0.0.1 is registered with http://127.0.0.1:")
                .endsWith(" for 5 s");
    }

    @Test
    void aRefusalIsSaidAndTriedAgain() throws Exception {
        status = 503;
        try (Registration registration = start()) {
            assertThat(registration).isNotNull();
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS)).endsWith(": HTTP 503");
            status = 204;
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS)).contains(" is registered with ");
        }
    }

    /** As of a cluster without a common address. */
    @Test
    void whatOneNodeDoesNotTakeGoesToTheNext() throws Exception {
        HttpServer away = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        String first = "http://127.0.0.1:" + away.getAddress().getPort();
        away.createContext(
                "/",
                exchange -> {
                    requests.add("first");
                    exchange.sendResponseHeaders(503, -1);
                    exchange.close();
                });
        away.start();
        addresses = Set.of(ADDRESS);
        ControllerAccess both = ControllerAccess.of(List.of(first, url()), null, WORDS);
        try (Registration registration =
                new Registration(both, () -> addresses, 5, metrics, lines::add)) {
            assertThat(registration).isNotNull();
            assertThat(next()).isEqualTo("first");
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                    .startsWith("10.0.0.1 is registered with " + url().replaceAll("/$", ""));
            assertThat(next()).as("renewed where it was taken").isEqualTo(put("10.0.0.1"));
            status = 500;
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                    .startsWith("10.0.0.1 is not registered with " + first)
                    .contains(": HTTP 500 from ", "; HTTP 503 from " + first);
        } finally {
            away.stop(0);
        }
    }

    @Test
    void anUnexpectedErrorEndsOneAttemptOnly() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Registration registration =
                new Registration(
                        ControllerAccess.of(List.of(url()), null, WORDS),
                        () -> {
                            if (attempts.getAndIncrement() == 0) {
                                throw new IllegalStateException("a test's");
                            }
                            return Set.of(InetAddress.getLoopbackAddress(), ADDRESS);
                        },
                        5,
                        metrics,
                        lines::add);
        try (registration) {
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                    .startsWith("could not register with ")
                    .endsWith("a test's");
            assertThat(next()).isEqualTo(put("10.0.0.1"));
        }
    }

    /** As of a lack of memory: nobody would renew the leases, and the agent would seem to work. */
    @Test
    void anErrorThatEndsTheRegistrationIsNoticed() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        Registration registration =
                new Registration(
                        ControllerAccess.of(List.of(url()), null, WORDS),
                        () -> {
                            if (fails.get()) {
                                throw new AssertionError("a test's");
                            }
                            return Set.of(ADDRESS);
                        },
                        5,
                        metrics,
                        lines::add);
        try (registration) {
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            registration.requireAtWork();
            fails.set(true);
            assertThat(failure(registration)).contains("has ended by an error");
        }
    }

    /** Waits until the registration says that it no longer works. */
    private static String failure(Registration registration) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < endNs) {
            try {
                registration.requireAtWork();
            } catch (IOException e) {
                return e.getMessage();
            }
            Thread.sleep(20);
        }
        return "none";
    }

    /** As of a proxy: it begins an answer, and never ends it. */
    @Test
    void anAnswerThatDoesNotEndIsAFailure() throws Exception {
        server.removeContext("/");
        CountDownLatch ended = new CountDownLatch(1);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write(1);
                    exchange.getResponseBody().flush();
                    try {
                        ended.await(SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        try (Registration registration = start()) {
            assertThat(registration).isNotNull();
            assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                    .contains(" is not registered with ", "no answer within ");
        } finally {
            ended.countDown();
        }
    }

    /** As a virtual address that VRRP moves: the lease is the other host's by now. */
    @Test
    void theLeaseOfAnAddressThatHasGoneIsLeftToEnd() throws Exception {
        String other = "2001:db8:0:0:0:0:0:5";
        try (Registration registration = start()) {
            assertThat(registration).isNotNull();
            assertThat(next()).isEqualTo(put("10.0.0.1"));
            addresses = Set.of(InetAddress.getByName(other));
            String request = next();
            while (request.equals(put("10.0.0.1"))) {
                request = next();
            }
            assertThat(request).isEqualTo(put(other));
            assertThat(next()).isEqualTo(put(other));
        }
        String last = next();
        while (last.equals(put(other))) {
            last = next();
        }
        assertThat(last).isEqualTo(delete(other));
        assertThat(requests).isEmpty();
    }

    @Test
    void anEndDoesNotWaitForAControllerThatIsAway() throws Exception {
        server.stop(0);
        Registration registration = start();
        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS)).contains(" is not registered with ");
        registration.close();
        assertThat(requests).isEmpty();
    }

    @Test
    void theWordsComeFromAFileOfItsOwnerOrFromTheEnvironment() throws IOException {
        Path file = Files.writeString(folder.resolve("words"), WORDS + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ControllerAccess access = ControllerAccess.of(List.of(url()), file, "other:words");
        assertThat(access.authorization()).isEqualTo(HEADER);
        assertThat(access.toString()).as("nobody prints them").doesNotContain("Basic");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> ControllerAccess.of(List.of(url()), file, WORDS))
                .hasMessageContaining("others than its owner may read it");
        assertThatThrownBy(() -> ControllerAccess.of(List.of(url()), folder.resolve("none"), WORDS))
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> ControllerAccess.of(List.of(url()), null, null))
                .hasMessageContaining("must be USER:PASSWORD");
        assertThatThrownBy(() -> ControllerAccess.of(List.of(url()), null, "nobody"))
                .hasMessageContaining("must be USER:PASSWORD");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onos",
                "ftp://onos",
                "http://",
                "http://a:b@onos",
                "http://onos/?a=b",
                "::"
            })
    void whatIsNoAddressOfAControllerIsRefused(String url) {
        assertThatThrownBy(() -> ControllerAccess.of(List.of(url), null, WORDS))
                .hasMessageContaining("must be such as https://onos.example.net:8443");
    }

    @Test
    void aPasswordThatOthersOnTheWayCanReadIsKnownAsSuch() {
        assertThat(
                        ControllerAccess.of(List.of("http://onos:8181"), null, WORDS)
                                .isReadableOnTheWay())
                .isTrue();
        for (String url : new String[] {"https://onos", "http://127.0.0.1:8181", "http://[::1]"}) {
            assertThat(ControllerAccess.of(List.of(url), null, WORDS).isReadableOnTheWay())
                    .isFalse();
        }
    }
}
