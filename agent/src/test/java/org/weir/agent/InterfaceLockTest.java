// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One holder at a time, and no file afterwards. */
class InterfaceLockTest {
    @TempDir private Path folder;

    @Test
    void theFileGoesWithTheLockAndCanBeTakenAgain() throws IOException {
        Path file = folder.resolve("eth0.lock");
        for (int i = 0; i < 2; i++) {
            try (InterfaceLock lock = InterfaceLock.take(file, "eth0")) {
                assertThat(lock).isNotNull();
                assertThat(file).exists();
            }
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void aFileThatAKilledAgentHasLeftIsNoObstacle() throws IOException {
        Path file = Files.writeString(folder.resolve("eth0.lock"), "left by somebody");
        InterfaceLock.take(file, "eth0").close();
        assertThat(file).doesNotExist();
    }

    @Test
    void itIsNotTakenWhereAnotherProcessHasIt() throws Exception {
        Path file = Files.createFile(folder.resolve("eth0.lock"));
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                InterfaceLockTest.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("has it");
            assertThatThrownBy(() -> InterfaceLock.take(file, "eth0"))
                    .hasMessage("eth0: another agent runs on it");
            assertThat(file).as("it is not ours to remove").exists();
        } finally {
            other.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
    }

    /** Another process: it takes a lock, says so, and has it until it is ended. */
    public static void main(String[] arguments) throws IOException {
        InterfaceLock.take(Path.of(arguments[0]), "eth0");
        System.out.println("has it");
        System.in.read();
    }

    @Test
    @Timeout(60)
    void noTwoHaveItWhileManyTakeAndRemoveIt() throws Exception {
        Path file = folder.resolve("eth0.lock");
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger times = new AtomicInteger();
        Callable<Void> user =
                () -> {
                    for (int i = 0; i < 300; i++) {
                        // Within one process Java tells of the other holder by an exception.
                        try (InterfaceLock lock = InterfaceLock.take(file, "eth0")) {
                            assertThat(lock).isNotNull();
                            assertThat(holders.incrementAndGet()).isEqualTo(1);
                            times.incrementAndGet();
                            holders.decrementAndGet();
                        } catch (OverlappingFileLockException e) {
                            Thread.onSpinWait();
                        } catch (IOException e) {
                            assertThat(e).hasMessageContaining("another agent");
                        }
                    }
                    return null;
                };
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Void>> users = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                users.add(threads.submit(user));
            }
            for (Future<Void> each : users) {
                each.get(50, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(times.get()).isPositive();
        assertThat(file).doesNotExist();
    }
}
