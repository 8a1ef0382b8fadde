// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

/** Type of a field's value, and with that the encoding of the value. */
enum ValueKind {
    /** A whole number, or bytes of a P4 field: big-endian in as many bytes as the field has. */
    NUMBER,
    /** True or false. */
    BOOL,
    /** A text, mostly one of a few. */
    TEXT,
    /** A floating-point number. */
    FLOAT
}
