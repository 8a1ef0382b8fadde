// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import org.weir.bmv2.time.RealTimeline;

/** P4Runtime behind TLS, with and without certificates of clients. */
class TlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir Path folder;

    @Test
    void clientsMustUseTlsAndTrustTheServer() throws Exception {
        Pem server = pem("server");
        Pem other = pem("other");
        served(
                new TlsFiles(server.certificate, server.key, null),
                port -> {
                    assertThat(version(port, trusting(server).build())).isEqualTo("1.4.1");
                    assertThatThrownBy(() -> version(port, InsecureChannelCredentials.create()))
                            .hasMessageContaining("UNAVAILABLE");
                    ChannelCredentials trustingAnother = trusting(other).build();
                    assertThatThrownBy(() -> version(port, trustingAnother))
                            .hasMessageContaining("UNAVAILABLE");
                });
    }

    @Test
    void clientsNeedACertificateWhereOneIsAskedFor() throws Exception {
        Pem server = pem("server");
        Pem known = pem("known");
        Pem stranger = pem("stranger");
        served(
                new TlsFiles(server.certificate, server.key, known.certificate),
                port -> {
                    ChannelCredentials withCertificate =
                            trusting(server)
                                    .keyManager(known.certificate.toFile(), known.key.toFile())
                                    .build();
                    assertThat(version(port, withCertificate)).isEqualTo("1.4.1");
                    assertThatThrownBy(() -> version(port, trusting(server).build()))
                            .hasMessageContaining("UNAVAILABLE");
                    ChannelCredentials wrong =
                            trusting(server)
                                    .keyManager(
                                            stranger.certificate.toFile(), stranger.key.toFile())
                                    .build();
                    assertThatThrownBy(() -> version(port, wrong))
                            .hasMessageContaining("UNAVAILABLE");
                });
    }

    @Test
    void wrongFilesAreNamed() throws Exception {
        Pem server = pem("server");
        Pem other = pem("other");
        Path missing = folder.resolve("missing.pem");
        refused(new TlsFiles(missing, server.key, null), missing + ": no such file");
        refused(new TlsFiles(server.key, server.key, null), "server.key: no certificate");
        refused(
                new TlsFiles(server.certificate, server.certificate, null),
                "server.pem: no private key as PKCS#8");
        refused(
                new TlsFiles(server.certificate, other.key, null),
                "other.key: not the key of " + server.certificate);
        refused(
                new TlsFiles(server.certificate, server.key, server.key),
                "server.key: no certificate");
    }

    private static void refused(TlsFiles files, String message) {
        assertThatThrownBy(files::credentials)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    private record Pem(Path certificate, Path key) {}

    private interface Check {
        void run(int port) throws Exception;
    }

    private static void served(TlsFiles files, Check check) throws Exception {
        try (RealTimeline timeline = new RealTimeline("tls")) {
            Switch device = new Switch(new SwitchConfig("tls"), timeline);
            P4RuntimeServer server = new P4RuntimeServer(device, timeline, Client.DEVICE_ID);
            server.start("127.0.0.1", 0, files);
            try {
                check.run(server.port());
            } finally {
                server.stop();
            }
        }
    }

    private static TlsChannelCredentials.Builder trusting(Pem server) throws IOException {
        return TlsChannelCredentials.newBuilder().trustManager(server.certificate.toFile());
    }

    private static String version(int port, ChannelCredentials credentials) {
        ManagedChannel channel = Grpc.newChannelBuilder("127.0.0.1:" + port, credentials).build();
        try {
            return P4RuntimeGrpc.newBlockingStub(channel)
                    .capabilities(CapabilitiesRequest.getDefaultInstance())
                    .getP4RuntimeApiVersion();
        } finally {
            channel.shutdownNow();
        }
    }

    /** A certificate of its own making, and its key. */
    private Pem pem(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                name,
                                "-dname",
                                "CN=" + name,
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-ext",
                                "bc:c=ca:true",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path certificate = folder.resolve(name + ".pem");
        Path key = folder.resolve(name + ".key");
        Files.writeString(certificate, text("CERTIFICATE", keys.getCertificate(name).getEncoded()));
        Files.writeString(
                key, text("PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
        return new Pem(certificate, key);
    }

    private static String text(String kind, byte[] der) {
        return "-----BEGIN "
                + kind
                + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END "
                + kind
                + "-----\n";
    }
}
