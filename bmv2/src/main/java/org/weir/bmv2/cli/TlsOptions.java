// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.weir.bmv2.p4runtime.TlsFiles;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of {@code weir switch} for TLS on P4Runtime and gNMI. */
final class TlsOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description =
                    "The server's certificate in PEM form; clients must then use TLS. Without it,"
                            + " the server does not use TLS.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "The certificate's private key, as PKCS#8 in PEM form.")
    private Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description =
                    "Accepts only clients whose certificate one of these CA certificates"
                            + " issued.")
    private Path clientCa;

    /**
     * The files; empty for no TLS.
     *
     * @param isServed whether there is a server to use them
     */
    Optional<TlsFiles> files(boolean isServed) {
        if (!isServed && (certificate != null || key != null || clientCa != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tls-cert, --tls-key, --tls-client-ca: nothing is served with capture files as the"
                            + " only ports; give --grpc, too");
        }
        if ((certificate == null) != (key == null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tls-cert and --tls-key belong together: give both or none");
        }
        if (clientCa != null && certificate == null) {
            throw new ParameterException(
                    spec.commandLine(), "--tls-client-ca: needs --tls-cert and --tls-key");
        }
        return Optional.ofNullable(certificate).map(file -> new TlsFiles(file, key, clientCa));
    }
}
