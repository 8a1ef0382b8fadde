// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

/** The one's complement sum of RFC 1071. */
final class Checksums {

    private Checksums() {}

    static int add(int sum, int word) {
        int total = sum + word;
        return (total & 0xFFFF) + (total >>> 16);
    }
}
