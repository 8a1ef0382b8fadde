// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.ControlledDevice;
import org.weir.app.NodeView;

class NodeTextTest {

    @Test
    void eachSwitchHasALineAndALostNodeToo() {
        NodeView ready =
                new NodeView(
                        "127.0.0.1",
                        "127.0.0.1",
                        true,
                        List.of(
                                new ControlledDevice("device:s1", 3, 0, true, true, 4, 2, true),
                                new ControlledDevice("device:s2", 9, 0, true, false, 0, 0, false),
                                new ControlledDevice(
                                        "device:s3", 1, 0, false, false, 0, 0, false)));
        NodeView lost = new NodeView("127.0.0.2", "127.0.0.2", false, List.of());
        List<String> lines = NodeText.lines(List.of(ready, lost));
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1))
                .contains("127.0.0.1", "device:s1", "1970-01-01T00:00:00Z", "in control");
        assertThat(lines.get(2)).contains("device:s2", "rules read");
        assertThat(lines.get(3)).contains("device:s3", "connected");
        assertThat(lines.get(4)).contains("127.0.0.2", "lost").doesNotContain("device");
    }
}
