// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.weir.runner.InputException;
import org.weir.runner.host.HostNamespaces;

/** Linux's TCP over the compiled program in real time; skipped without root or namespaces. */
@Timeout(240)
class ReactionRunTest {
    @Test
    void linuxReducesItsWindowOnEceThatTheSwitchSet(@TempDir Path folder) throws Exception {
        assumeTrue(canRun(), "RPM with Linux's TCP is not tested here: needs root, iproute2");
        ReactionCase one = new ReactionCase(5_000_000, 40, 0.1, "cubic", true, 4, 20);
        ReactionTrace.Counts counts = new ReactionRun(one, 1, folder, 1).run().counts();
        assertThat(counts.switchEchoes()).isPositive();
        assertThat(counts.reductions()).isPositive();
        assertThat(folder.resolve(one.name() + ".pcapng")).isNotEmptyFile();
    }

    private static boolean canRun() {
        try {
            HostNamespaces.check(List.of());
            return LinuxBed.missing().isEmpty()
                    && new ProcessBuilder("unshare", "--net", "true").start().waitFor() == 0;
        } catch (InputException | java.io.IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
