// SPDX-License-Identifier: Apache-2.0
/** Reading of the JSON object {@code reaction}. */
package org.weir.reaction.config;
