// SPDX-License-Identifier: Apache-2.0
/**
 * Messages to reaction points beside Weir's feedback: notifications, acknowledgements, in-band
 * telemetry.
 */
package org.weir.reaction.packet;
