// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.agent.shaping.MissingInterfaceException;

class LinkTest {
    private final List<String> said = new ArrayList<>();
    private int pauses;

    /** A link that has a carrier after so many pauses, and its rate after so many. */
    private Link link(int carrierAfter, int rateAfter) {
        return new Link() {
            @Override
            public boolean hasCarrier() {
                return pauses >= carrierAfter;
            }

            @Override
            public long rateMbps() {
                return pauses >= rateAfter ? 1000 : 0;
            }
        };
    }

    private long await(Link link, int mostPauses) throws Exception {
        return Link.awaitRateMbps("eth0", link, ms -> ++pauses > mostPauses, said::add);
    }

    @Test
    void aHostThatStartsBeforeItsSwitchHasItsRateLater() throws Exception {
        assertThat(await(link(400, 402), 1000)).isEqualTo(1000);
        assertThat(pauses).isEqualTo(402);
        assertThat(said).singleElement().asString().startsWith("eth0 is not connected");
    }

    @Test
    void aConnectedLinkIsNotWaitedFor() throws Exception {
        assertThat(await(link(0, 0), 0)).isEqualTo(1000);
        assertThat(pauses).isZero();
        assertThat(said).isEmpty();
    }

    @Test
    void anAgentThatIsAskedToEndDoesNotWait() throws Exception {
        assertThat(await(link(400, 400), 3)).isZero();
    }

    @Test
    void aConnectedLinkWithoutARateNeedsTheOption() {
        assertThatThrownBy(() -> await(link(2, 1000), 100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--rate");
        assertThat(pauses).isLessThan(10);
    }

    @Test
    void anInterfaceThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Link.of("nosuch0").rateMbps())
                .isInstanceOf(MissingInterfaceException.class);
    }
}
