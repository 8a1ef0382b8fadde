// SPDX-License-Identifier: Apache-2.0
/** Events of the network and of the policy, as REST, the shell and webhooks show them. */
package org.weir.app.event;
