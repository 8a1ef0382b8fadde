// SPDX-License-Identifier: Apache-2.0
/** Every scheme on a leaf–spine fabric with published sizes of messages, at the rates of today. */
package org.weir.lab.experiment.datacentre;
