// SPDX-License-Identifier: Apache-2.0
package org.weir.app.webhook;

import java.util.Objects;

/** Change of a webhook's secret, which nobody can read in order to send it again. Immutable. */
public final class SecretEdit {

    /** The webhook keeps the secret that it has; a new one gets none. */
    public static final SecretEdit KEEP = new SecretEdit(true, null);

    /** The webhook has no secret any more. */
    public static final SecretEdit REMOVE = new SecretEdit(false, null);

    private final boolean keeps;
    private final String secret;

    private SecretEdit(boolean keeps, String secret) {
        this.keeps = keeps;
        this.secret = secret;
    }

    /** The webhook gets another secret. */
    public static SecretEdit to(String secret) {
        return new SecretEdit(false, Objects.requireNonNull(secret));
    }

    /**
     * The secret after the change.
     *
     * @param present the secret before it; null for none
     * @return null for none
     */
    public String after(String present) {
        return keeps ? present : secret;
    }
}
