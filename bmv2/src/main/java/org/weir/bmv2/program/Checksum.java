// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import org.weir.bmv2.program.header.FieldRef;

/**
 * A checksum that is verified after parsing, or brought up to date before deparsing.
 *
 * @param target the field it is in
 * @param calculation its algorithm and inputs
 * @param verify whether it is verified
 * @param update whether it is brought up to date
 * @param condition whether to; null for always
 */
public record Checksum(
        FieldRef target,
        Calculation calculation,
        boolean verify,
        boolean update,
        Expression condition) {}
