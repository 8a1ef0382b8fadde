// SPDX-License-Identifier: Apache-2.0
/** Static routes of the policy, for REST and the shell. */
package org.weir.app.route;
