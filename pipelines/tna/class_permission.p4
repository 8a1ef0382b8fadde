// SPDX-License-Identifier: Apache-2.0

// Refuses a packet of a class that its ingress port may not use (edge.p4).

#ifndef WEIR_CLASS_PERMISSION_P4
#define WEIR_CLASS_PERMISSION_P4

control ClassPermission(inout metadata_t meta) {
    action refuse() {
        meta.refused = true;
    }

    // A Tofino shifts by constants only, so there is a row for each class.
    @hidden
    table forbidden {
        key = {
            meta.class_id: exact;
            meta.port_classes: ternary;
        }
        actions = {
            refuse;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (0, 0x00 &&& 0x01): refuse();
            (1, 0x00 &&& 0x02): refuse();
            (2, 0x00 &&& 0x04): refuse();
            (3, 0x00 &&& 0x08): refuse();
            (4, 0x00 &&& 0x10): refuse();
            (5, 0x00 &&& 0x20): refuse();
            (6, 0x00 &&& 0x40): refuse();
            (7, 0x00 &&& 0x80): refuse();
        }
        size = 8;
    }

    apply {
        forbidden.apply();
    }
}

#endif
