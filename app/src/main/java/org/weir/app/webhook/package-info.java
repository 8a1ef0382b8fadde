// SPDX-License-Identifier: Apache-2.0
/** Webhooks as callers see them: receivers of events, and what was delivered to each. */
package org.weir.app.webhook;
