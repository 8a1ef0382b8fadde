// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that a server needs for TLS, in PEM form.
 *
 * @param certificate the server's certificate, followed by those it was issued by
 * @param key its private key, as PKCS#8 without a password
 * @param clientCa certificates that a client's must have been issued by; null lets every client in
 */
public record TlsFiles(Path certificate, Path key, Path clientCa) {

    private static final Pattern PKCS8 =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);

    private static final byte[] PROBE = "probe".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads the files.
     *
     * @throws IOException naming the file that cannot be used, and why
     */
    ServerCredentials credentials() throws IOException {
        byte[] certificateBytes = read(certificate);
        byte[] keyBytes = read(key);
        Certificate own = certificates(certificate, certificateBytes).iterator().next();
        requireMatch(own.getPublicKey(), keyBytes);
        TlsServerCredentials.Builder credentials =
                TlsServerCredentials.newBuilder()
                        .keyManager(
                                new ByteArrayInputStream(certificateBytes),
                                new ByteArrayInputStream(keyBytes));
        if (clientCa != null) {
            byte[] caBytes = read(clientCa);
            certificates(clientCa, caBytes);
            credentials
                    .trustManager(new ByteArrayInputStream(caBytes))
                    .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        return credentials.build();
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException("TLS: " + file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException("TLS: " + file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file, byte[] bytes)
            throws IOException {
        try {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes));
            if (!all.isEmpty()) {
                return all;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "TLS: " + file + ": no certificate in PEM form: " + e.getMessage(), e);
        }
        throw new IOException("TLS: " + file + ": no certificate in PEM form");
    }

    /** Signs with the private key and checks with the public one. */
    private void requireMatch(PublicKey own, byte[] keyBytes) throws IOException {
        Matcher pem = PKCS8.matcher(new String(keyBytes, StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new IOException(
                    "TLS: "
                            + key
                            + ": no private key as PKCS#8 (\"BEGIN PRIVATE KEY\"), which"
                            + " `openssl pkcs8 -topk8 -nocrypt` makes of others");
        }
        String algorithm = own.getAlgorithm();
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            PrivateKey privateKey =
                    KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            String scheme =
                    switch (algorithm) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> algorithm;
                    };
            Signature signature = Signature.getInstance(scheme);
            signature.initSign(privateKey);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(own);
            signature.update(PROBE);
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "TLS: " + key + ": no " + algorithm + " key, as " + certificate + " needs", e);
        }
        throw new IOException("TLS: " + key + ": not the key of " + certificate);
    }
}
