// SPDX-License-Identifier: Apache-2.0
/** The parser and the deparser of a gress, with their checksum units. */
package org.weir.tofino.model.parser;
