// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.gnmi.proto.Path;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/, true",
        "/interfaces, true",
        "/interfaces/interface, true",
        "/interfaces/interface[name=p1]/state, true",
        "/interfaces/interface[name=p1]/state/oper-status, true",
        "/interfaces/interface[name=*]/state/oper-status, true",
        "/interfaces/interface[name=...]/state, true",
        "/interfaces/*/state/oper-status, true",
        "/.../oper-status, true",
        "/interfaces/..., true",
        "/interfaces/interface[name=p2]/state, false",
        "/interfaces/interface[name=p1]/config, false",
        "/interfaces/interface[name=p1]/state/oper-status/deeper, false",
        "/interfaces/interface[id=p1]/state, false",
        "/.../in-octets, false",
        "/components, false"
    })
    void matches(String pattern, boolean matches) {
        Path leaf = Paths.parse("/interfaces/interface[name=p1]/state/oper-status");
        PathPattern parsed = new PathPattern(Path.getDefaultInstance(), Paths.parse(pattern));
        assertThat(parsed.matches(leaf)).isEqualTo(matches);
        assertThat(parsed).hasToString(pattern);
    }
}
