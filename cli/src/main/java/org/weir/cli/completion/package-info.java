// SPDX-License-Identifier: Apache-2.0
/** Completion of numbers and addresses by what the application knows. */
package org.weir.cli.completion;
