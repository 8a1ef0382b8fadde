// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signature of a request: the HMAC (RFC 2104) of its body with SHA-256, in hexadecimal. The
 * receiver computes the same with the shared secret.
 */
final class Signature {

    /** Name of the header. */
    static final String HEADER = "Weir-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /** Value of the header, such as {@code sha256=5d5d…}. */
    static String of(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            StringBuilder text = new StringBuilder("sha256=");
            for (byte one : mac.doFinal(body)) {
                text.append(String.format("%02x", one));
            }
            return text.toString();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
