// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * The same with the program that has ABC; with a switch, {@link AdapterTest} takes what it runs.
 */
@DisabledIfSystemProperty(named = "weir.bfrt", matches = ".+")
class AdapterAbcTest extends AdapterTest {

    @Override
    String build() {
        return "weir_abc";
    }
}
