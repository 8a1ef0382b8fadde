// SPDX-License-Identifier: Apache-2.0
/** Shell commands about events and the webhooks that get them. */
package org.weir.cli.events;
