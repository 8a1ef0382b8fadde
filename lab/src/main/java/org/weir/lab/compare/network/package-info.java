// SPDX-License-Identifier: Apache-2.0
/** Networks and loads on which schemes are compared: a catalogue, and those that a seed draws. */
package org.weir.lab.compare.network;
