// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmptyNetworkTest {
    private static final Path FOLDER = Path.of("..", "..", "netcfg", "pmqecn-fig6");

    @Test
    void readsRatesAndDelaysOfThePath() throws IOException {
        assertThat(EmptyNetwork.read(FOLDER.resolve("network.json"), "h1", "h5"))
                .isEqualTo(
                        new EmptyNetwork(
                                List.of(10_000_000L, 10_000_000L, 10_000_000L), 3_000_000));
        assertThat(EmptyNetwork.read(FOLDER.resolve("100m-near.json"), "h3", "h5"))
                .isEqualTo(
                        new EmptyNetwork(
                                List.of(100_000_000L, 100_000_000L, 100_000_000L), 600_000));
    }

    @Test
    void aFileWithoutThePathIsRefused() {
        assertThatThrownBy(() -> EmptyNetwork.read(FOLDER.resolve("network.json"), "h9", "h5"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no host h9");
        assertThatThrownBy(() -> EmptyNetwork.read(FOLDER.resolve("network.json"), "h4", "h5"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no line h4-s1");
        assertThatThrownBy(() -> EmptyNetwork.read(FOLDER.resolve("none.json"), "h1", "h5"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.json");
    }
}
