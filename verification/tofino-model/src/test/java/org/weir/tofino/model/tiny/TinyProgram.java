// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.tiny;

import java.nio.ByteBuffer;
import java.util.List;
import org.weir.tofino.model.TofinoModel;

/**
 * A program with one stage: a packet of two words (W0, W1), two halves (H0, H1) and two bytes (B0,
 * B1), each pair followed by a place for a result (W2, H2, B2), goes through one action, and out by
 * port 5 without egress.
 */
final class TinyProgram {

    private static final String BEFORE =
            """
            version:
              target: Tofino
            phv ingress:
              port: W3(0..8)
              bypass: B3(0)
              valid: B4(0)
            phv egress:
              port: H0(0..8)
            parser ingress:
              start: all
              states:
                all:
                  *:
                    16..19: W0
                    20..23: W1
                    24..27: W2
                    28..29: H0
                    30..31: H1
                    W3: 5
                    B3: 1
                    B4: 1
                    shift: 32
                    buf_req: 32
                    next: more
                more:
                  *:
                    0..1: H2
                    2: B0
                    3: B1
                    4: B2
                    shift: 5
                    buf_req: 5
                    next: end
            deparser ingress:
              dictionary:
                W0: valid
                W1: valid
                W2: valid
                H0: valid
                H1: valid
                H2: valid
                B0: valid
                B1: valid
                B2: valid
              egress_unicast_port: port
              bypss_egr: bypass
            parser egress:
              start: none
              states:
                none:
                  *:
                    0..1: H0
                    shift: 27
                    buf_req: 27
                    next: end
            deparser egress:
              egress_unicast_port: port
            stage 0 ingress:
            """;

    private TinyProgram() {}

    /** Program with these tables in its stage, indented by two. */
    static TofinoModel with(String tables) {
        return new TofinoModel(BEFORE + tables.indent(2));
    }

    /** Without anything that says a port. */
    static TofinoModel withoutPort() {
        return new TofinoModel(BEFORE.replace("        W3: 5\n", ""));
    }

    /** Program with one action that always runs. */
    static TofinoModel always(String... instructions) {
        StringBuilder text = new StringBuilder();
        text.append(
                """
                hash_action always 0:
                  p4: { name: always, hidden: true }
                  next: END
                  instruction: always($DEFAULT, $DEFAULT)
                  actions:
                    act(0, 0):
                    - hit_allowed: { allowed: true }
                """);
        for (String instruction : instructions) {
            text.append("    - ").append(instruction).append('\n');
        }
        text.append("  default_action: act\n");
        return with(text.toString());
    }

    /** Fields of a packet when it leaves: W0, W1, W2, H0, H1, H2, B0, B1, B2. */
    static long[] run(TofinoModel model, long... fields) {
        ByteBuffer frame = ByteBuffer.allocate(64);
        for (int i = 0; i < 9; i++) {
            long value = i < fields.length ? fields[i] : 0;
            switch (i / 3) {
                case 0 -> frame.putInt((int) value);
                case 1 -> frame.putShort((short) value);
                default -> frame.put((byte) value);
            }
        }
        List<TofinoModel.Sent> sent = model.receive(1, frame.array(), 0);
        ByteBuffer out = ByteBuffer.wrap(sent.get(0).frame());
        long[] values = new long[9];
        for (int i = 0; i < 9; i++) {
            values[i] =
                    switch (i / 3) {
                        case 0 -> out.getInt() & 0xFFFF_FFFFL;
                        case 1 -> out.getShort() & 0xFFFF;
                        default -> out.get() & 0xFF;
                    };
        }
        return values;
    }
}
