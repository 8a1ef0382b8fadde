// SPDX-License-Identifier: Apache-2.0

/** Changes of the policy: who asks for one, the versions that were in force, and plans. */
package org.weir.app.change;
