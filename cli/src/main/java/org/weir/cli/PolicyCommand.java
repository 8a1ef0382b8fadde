// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.RejectedException;
import org.weir.cli.base.WeirCommand;

/** Shell command that prints the policy in force. */
@Service
@Command(scope = "onos", name = "weir-policy", description = "Prints the whole policy as JSON")
public final class PolicyCommand extends WeirCommand {

    @Override
    protected void doExecute() throws JsonProcessingException {
        JsonNode policy =
                weir().policyDocument()
                        .orElseThrow(
                                () ->
                                        new RejectedException(
                                                RejectedException.Reason.UNAVAILABLE,
                                                "no policy is in force"));
        print(
                "%s",
                outputJson()
                        ? policy.toString()
                        : mapper().writerWithDefaultPrettyPrinter().writeValueAsString(policy));
    }
}
