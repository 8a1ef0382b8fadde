// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which translated types are ports. */
class ValueTypesTest {

    @ParameterizedTest
    @CsvSource({
        "PortId_t, p4.org/psa/v1/PortId_t",
        "PortIdInHeader_t, p4.org/psa/v1/PortIdInHeader_t",
        "port_id_t, ''",
        "PORT_T, ''",
        "egress_port, ''",
        "Port2_t, ''",
        "FabricPortId_t, tna/PortId_t",
        "name_t, p4.org/psa/v1/PortId_String_t"
    })
    void typesWithTheWordPortAre(String name, String uri) {
        assertThat(ValueTypes.isPort(name, uri)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "report_t, ''",
        "portal_id_t, ''",
        "Portal_t, example.org/Portal_t",
        "transport_t, ''",
        "Support, ''",
        "vrf_t, port.example.org/v1/Vrf_t",
        "vrf_t, example.org/port/Vrf_t",
        "'', ''"
    })
    void othersAreNot(String name, String uri) {
        assertThat(ValueTypes.isPort(name, uri)).isFalse();
    }
}
