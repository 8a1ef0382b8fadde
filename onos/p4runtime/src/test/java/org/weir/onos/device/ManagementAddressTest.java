// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.basics.BasicDeviceConfig;

/** Addresses of a switch that netcfg may have, and those that are refused. */
class ManagementAddressTest {

    private static final String GOOD = "grpc://127.0.0.1:50001?device_id=7";

    private static BasicDeviceConfig config(String address, String driver, String pipeconf) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = mapper.createObjectNode();
        json.put("managementAddress", address).put("driver", driver).put("pipeconf", pipeconf);
        for (String field : new String[] {"managementAddress", "driver", "pipeconf"}) {
            if (json.get(field).isNull()) {
                json.remove(field);
            }
        }
        BasicDeviceConfig config = new BasicDeviceConfig();
        config.init(DeviceId.deviceId("device:s1"), "basic", json, mapper, ignored -> {});
        return config;
    }

    @Test
    void readsAddressAndDeviceNumber() {
        ManagementAddress address = ManagementAddress.of(config(GOOD, "bmv2", "org.weir.v1model"));

        assertThat(address.uri()).hasHost("127.0.0.1").hasPort(50001);
        assertThat(address.p4DeviceId()).isEqualTo(7);
        assertThat(address.driver()).isEqualTo("bmv2");
        assertThat(address.pipeconf().id()).isEqualTo("org.weir.v1model");
    }

    @ParameterizedTest
    @CsvSource({
        "grcp://127.0.0.1:50001?device_id=1, managementAddress: must be grpc",
        "grpc://127.0.0.1?device_id=1, managementAddress: must be grpc",
        "grpc://:50001?device_id=1, managementAddress:",
        "grpc://127.0.0.1:50001, managementAddress: needs ?device_id=N",
        "grpc://127.0.0.1:50001?device_id=one, managementAddress: needs ?device_id=N",
        "grpc://127.0.0.1:50001?device_id=-1, managementAddress: needs ?device_id=N",
        "grpc://a b, managementAddress: not an address",
        ", managementAddress: missing"
    })
    void namesTheRuleAnAddressBreaks(String address, String message) {
        assertThatThrownBy(() -> ManagementAddress.of(config(address, "bmv2", "some")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("devices/device:s1/basic/" + message);
    }

    @Test
    void wantsDriverAndPipeconf() {
        assertThatThrownBy(() -> ManagementAddress.of(config(GOOD, null, "some")))
                .hasMessage("devices/device:s1/basic/driver: missing");
        assertThatThrownBy(() -> ManagementAddress.of(config(GOOD, "bmv2", null)))
                .hasMessage("devices/device:s1/basic/pipeconf: missing");
    }

    @Test
    void leavesOtherProtocolsDevicesAlone() {
        assertThat(ManagementAddress.concerns(null)).isFalse();
        assertThat(ManagementAddress.concerns(config(null, null, null))).isFalse();
        assertThat(ManagementAddress.concerns(config("netconf://1.2.3.4:830", "x", null)))
                .isFalse();
        assertThat(ManagementAddress.concerns(config("grcp://1.2.3.4:1", "bmv2", "p"))).isTrue();
        assertThat(ManagementAddress.concerns(config(GOOD, null, null))).isTrue();
    }
}
