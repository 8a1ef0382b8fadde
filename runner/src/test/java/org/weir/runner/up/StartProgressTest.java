// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.NetworkFileReader;

class StartProgressTest {
    private final StartProgress progress = new StartProgress(new NetworkSize(20, 64, 16));

    @Test
    void tellsThatOnosAnswersAndThenWhatItHasFound() {
        assertThat(progress.line(Samples.silent(3))).isEmpty();
        assertThat(progress.line(Samples.found(12.2, 0, 0, 0))).contains("12 s: ONOS answers");
        assertThat(progress.line(Samples.found(31, 14, 40, 9)))
                .contains("31 s: 14 of 20 switches connected, 40 of 64 links, 9 of 16 hosts");
    }

    @Test
    void isSilentWhileNothingChanges() {
        progress.line(Samples.found(10, 1, 0, 0));

        assertThat(progress.line(Samples.found(20, 1, 0, 0))).isEmpty();
        assertThat(progress.line(Samples.silent(25))).isEmpty();
        assertThat(progress.line(Samples.found(30, 0, 0, 0)))
                .contains("30 s: 0 of 20 switches connected, 0 of 64 links, 0 of 16 hosts");
    }

    @Test
    void hasTwoSecondsBetweenLinesAndLeavesNothingOut() {
        progress.line(Samples.found(10, 1, 0, 0));

        assertThat(progress.line(Samples.found(11, 20, 64, 16))).isEmpty();
        assertThat(progress.line(Samples.found(12, 20, 64, 16)))
                .contains("12 s: 20 of 20 switches connected, 64 of 64 links, 16 of 16 hosts");
    }

    @Test
    void endsWhenAllWasFound() {
        progress.line(Samples.found(10, 20, 64, 16));

        assertThat(progress.line(Samples.found(20, 19, 60, 16))).isEmpty();
    }

    @Test
    void aNetworksSizeIsWhatItsFileHas() throws Exception {
        assertThat(
                        NetworkSize.of(
                                NetworkFileReader.read(
                                        Path.of("../netcfg/leaf-spine/network.json"))))
                .isEqualTo(new NetworkSize(4, 8, 4));
    }
}
