// SPDX-License-Identifier: Apache-2.0
/** Notifications of receivers about marked packets (DCQCN's CNPs): reading and sending them. */
package org.weir.agent.notification;
