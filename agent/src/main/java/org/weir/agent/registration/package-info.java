// SPDX-License-Identifier: Apache-2.0
/** Registration of the agent's addresses with the controller, by REST. */
package org.weir.agent.registration;
