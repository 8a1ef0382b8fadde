// SPDX-License-Identifier: Apache-2.0
/** The live table of queues. */
package org.weir.cli.top;
