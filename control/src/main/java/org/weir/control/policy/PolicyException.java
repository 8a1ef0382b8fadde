// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

/** A policy breaks a rule. The message reads {@code SOURCE: FIELD.PATH: rule}. */
public class PolicyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final String field;
    private final String rule;

    /**
     * @param source the file or other place the policy came from
     * @param field path of the field, e.g. {@code classes[1].targets.delayMs}
     * @param rule the rule and what was found instead
     */
    public PolicyException(String source, String field, String rule) {
        super(source + ": " + field + ": " + rule);
        this.source = source;
        this.field = field;
        this.rule = rule;
    }

    /** The file or other place the policy came from. */
    public String source() {
        return source;
    }

    /** Path of the field. */
    public String field() {
        return field;
    }

    /** The rule and what was found instead. */
    public String rule() {
        return rule;
    }
}
