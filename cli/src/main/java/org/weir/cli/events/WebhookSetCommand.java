// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Paths;
import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.webhook.SecretEdit;
import org.weir.app.webhook.Webhooks;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.WebhookText;

/** Shell command that makes or replaces a webhook. */
@Service
@Command(
        scope = "onos",
        name = "weir-webhook-set",
        description = "Sends Weir's events to a URL; replaces the webhook of this name")
public final class WebhookSetCommand extends WeirCommand {

    @Option(name = "--kinds", description = "Kinds of event, separated by commas (default: alerts)")
    @Completion(EventKindCompleter.class)
    private String kinds;

    @Option(
            name = "--secret-file",
            description =
                    "File on this node with the key of the signatures (default: the present one)")
    private String secretFile;

    @Option(name = "--no-secret", description = "Removes the key: requests have no signatures")
    private boolean hasNoSecret;

    @Argument(index = 0, name = "name", description = "name of the webhook", required = true)
    @Completion(WebhookCompleter.class)
    private String name;

    @Argument(index = 1, name = "url", description = "URL of the receiver", required = true)
    private String url;

    @Override
    protected void doExecute() throws IOException {
        Webhooks webhooks = weir().webhooks();
        webhooks.put(name, url, secret(), kinds == null ? null : List.of(kinds.split(",")));
        webhooks.one(name)
                .ifPresent(
                        view ->
                                print(
                                        "%s, %s",
                                        WebhookText.sentence(view.webhook()),
                                        view.webhook().isSigned() ? "signed" : "not signed"));
    }

    /** A secret on the command line would stay in the shell's history. */
    private SecretEdit secret() throws IOException {
        if (hasNoSecret && secretFile != null) {
            throw new IllegalArgumentException("--no-secret: must not be with --secret-file");
        }
        if (secretFile != null) {
            try {
                byte[] bytes = Files.readAllBytes(Paths.get(secretFile));
                return SecretEdit.to(new String(bytes, StandardCharsets.UTF_8).strip());
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException(
                        "--secret-file: no such file on this ONOS node: " + secretFile, e);
            }
        }
        return hasNoSecret ? SecretEdit.REMOVE : SecretEdit.KEEP;
    }
}
