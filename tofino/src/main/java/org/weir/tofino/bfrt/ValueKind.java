// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

/** What a field holds, and with that how its value travels. */
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
