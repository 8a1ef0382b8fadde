// SPDX-License-Identifier: Apache-2.0

// Refuses a packet of a class that its ingress port may not use (edge.p4).

#ifndef WEIR_CLASS_PERMISSION_P4
#define WEIR_CLASS_PERMISSION_P4

control ClassPermission(inout metadata_t meta) {
    apply {
        meta.refused = (meta.port_classes >> meta.class_id)[0:0] == 0;
    }
}

#endif
