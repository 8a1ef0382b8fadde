// SPDX-License-Identifier: Apache-2.0
/** Shell commands about events. */
package org.weir.cli.events;
