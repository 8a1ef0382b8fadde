// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.policy.PolicyException;
import org.weir.tofino.bfrt.BfRtAddress;

/** Fields that a switch's network configuration may have, and those that are refused. */
class SwitchAccessTest {
    private static SwitchAccess read(String json) {
        try {
            return SwitchAccess.read(new ObjectMapper().readTree(json.replace('\'', '"')), "here");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void addressAndPortsAreRead() {
        SwitchAccess access =
                read(
                        "{'bfrt': 'grpc://leaf1:9999?device_id=1&client_id=5',"
                                + " 'devPorts': {'1': 132, '2': 0}}");

        assertThat(access.address()).isEqualTo(new BfRtAddress("leaf1", 9999, 1, 5));
        assertThat(access.address()).hasToString("grpc://leaf1:9999?device_id=1&client_id=5");
        assertThat(access.devPort(1)).isEqualTo(132);
        assertThat(access.devPort(2)).isZero();
        assertThat(access.devPort(7)).as("without a number of its own").isEqualTo(7);
    }

    @Test
    void whatIsLeftOutIsTheUsual() {
        assertThat(read("{'bfrt': 'grpc://10.0.0.1'}").address())
                .isEqualTo(new BfRtAddress("10.0.0.1", 50052, 0, BfRtAddress.ANY_CLIENT_ID));
        assertThat(read("{'bfrt': 'grpc://[::1]:50052'}").address().host()).isEqualTo("[::1]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | bfrt | is missing",
                "{'bfrt': 5} | bfrt | must be a text",
                "{'bfrt': 'leaf1:50052'} | bfrt | must begin with grpc://",
                "{'bfrt': 'grpc://:50052'} | bfrt | must",
                "{'bfrt': 'grpc://a b'} | bfrt | must be grpc://HOST:PORT",
                "{'bfrt': 'grpc://h:70000'} | bfrt | port must be 1 to 65535, was 70000",
                "{'bfrt': 'grpc://h:1/x'} | bfrt | must end with the port",
                "{'bfrt': 'grpc://h?device_id=x'} | bfrt | device_id must be 0 to 255, was \"x\"",
                "{'bfrt': 'grpc://h?client_id=0'} | bfrt | client_id must be 1 to 16777215",
                "{'bfrt': 'grpc://h?pipe=0'} | bfrt | not \"pipe\"",
                "{'bfrt': 'grpc://h', 'ports': {}} | ports | unknown field; known are bfrt",
                "{'bfrt': 'grpc://h', 'devPorts': []} | devPorts | must be a JSON object",
                "{'bfrt': 'grpc://h', 'devPorts': {'a': 1}} | devPorts.a | is no port number",
                "{'bfrt': 'grpc://h', 'devPorts': {'1': 512}} | devPorts.1 | from 0 to 511",
                "{'bfrt': 'grpc://h', 'devPorts': {'1': 4, '2': 4}} | devPorts.2 | second time",
            })
    void whatIsWrongIsNamed(String json, String field, String rule) {
        PolicyException why = catchThrowableOfType(() -> read(json), PolicyException.class);

        assertThat(why.field()).isEqualTo(field);
        assertThat(why.rule()).contains(rule);
        assertThat(why).hasMessageStartingWith("here: ");
    }
}
