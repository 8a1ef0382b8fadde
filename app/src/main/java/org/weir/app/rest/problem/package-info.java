// SPDX-License-Identifier: Apache-2.0
/** Refusals of the web application: problem documents (RFC 9457) and the sign-in. */
package org.weir.app.rest.problem;
