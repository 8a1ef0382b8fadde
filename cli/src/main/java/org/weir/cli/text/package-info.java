// SPDX-License-Identifier: Apache-2.0
/** Answers of the application as lines of text, at most {@value TextTable#COLUMNS} wide. */
package org.weir.cli.text;
