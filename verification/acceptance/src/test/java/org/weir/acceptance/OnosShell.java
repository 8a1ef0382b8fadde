// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.regex.Pattern;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;

/** ONOS's shell, by SSH. Karaf ends a session with its first command, so each has its own. */
final class OnosShell implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern COLOUR = Pattern.compile("\\u001b\\[[0-9;]*m");

    private final SshClient client = SshClient.setUpDefaultClient();
    private final int port;

    /** A shell for ONOS's administrator. */
    OnosShell(int port) {
        this.port = port;
        client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
        client.start();
    }

    private ClientSession login() throws IOException {
        ClientSession session =
                client.connect("onos", "127.0.0.1", port).verify(LIMIT).getSession();
        session.addPasswordIdentity("rocks");
        session.auth().verify(LIMIT);
        return session;
    }

    /** The output of a command, which must not fail. */
    String run(String command) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ClientSession session = login();
                ChannelExec channel = session.createExecChannel(command)) {
            channel.setOut(output);
            channel.setErr(output);
            channel.open().verify(LIMIT);
            boolean isDone =
                    channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), LIMIT)
                            .contains(ClientChannelEvent.CLOSED);
            String text =
                    COLOUR.matcher(output.toString(StandardCharsets.UTF_8)).replaceAll("").strip();
            Integer status = channel.getExitStatus();
            if (!isDone || status == null || status != 0) {
                throw new AssertionError(
                        command + ": exit status " + status + " within " + LIMIT + ": " + text);
            }
            return text;
        }
    }

    @Override
    public void close() {
        client.stop();
    }
}
