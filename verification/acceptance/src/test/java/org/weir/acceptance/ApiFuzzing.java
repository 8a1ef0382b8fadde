// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * schemathesis of PyPI, unmodified, against the REST of a running Weir: requests made from the
 * served description, valid and invalid ones, and sequences of them. An answer must not be of a
 * status 5xx, must have the described media type, headers and schema, must refuse invalid requests
 * and requests without a user, and must not refuse valid ones without a reason. Looked for in
 * {@code .weir/schemathesis}, a virtual environment.
 */
final class ApiFuzzing {
    private static final String CREDENTIALS = "onos:rocks";
    private static final String API = "/onos/weir/v1";
    private static final String RULES = "schemathesis.toml";

    /** Random requests for each operation; enough that all checks are made, in about 30 s. */
    private static final int EXAMPLES = 15;

    private static final int SEED = 1;
    private static final int MOST_SECONDS = 300;

    private ApiFuzzing() {}

    /** Sends the requests; then puts the policy back that was in force, and ends a freeze. */
    static void check(RunningWeir weir, Path folder) throws Exception {
        Path program = Shell.home().resolve(".weir/schemathesis/bin/schemathesis");
        Assumptions.assumeTrue(
                Files.isExecutable(program),
                "REST is not fuzzed: no virtual environment in .weir/schemathesis");
        Path rules = folder.resolve(RULES);
        try (InputStream resource = ApiFuzzing.class.getResourceAsStream(RULES)) {
            Files.copy(resource, rules);
        }
        String policy = weir.get(API + "/policy", CREDENTIALS).body();
        Path description = folder.resolve("openapi.json");
        Files.writeString(description, weir.get(API + "/openapi.json", CREDENTIALS).body());

        Shell.Outcome outcome =
                Shell.run(
                        folder,
                        "timeout",
                        String.valueOf(MOST_SECONDS),
                        program.toString(),
                        "--config-file",
                        rules.toString(),
                        "run",
                        description.toString(),
                        "--url",
                        weir.url(API),
                        "--auth",
                        CREDENTIALS,
                        "--checks",
                        "all",
                        "--max-examples",
                        String.valueOf(EXAMPLES),
                        "--seed",
                        String.valueOf(SEED),
                        "--no-color");

        HttpResponse<String> restored = weir.send("PUT", API + "/policy", CREDENTIALS, policy);
        assertThat(restored.statusCode()).as(restored.body()).isEqualTo(200);
        weir.send("DELETE", API + "/freeze", CREDENTIALS, "");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("Test cases:");
    }
}
