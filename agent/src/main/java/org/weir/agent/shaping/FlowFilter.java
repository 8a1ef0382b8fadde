// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.nio.ByteBuffer;
import org.weir.agent.feedback.FlowKey;
import org.weir.bmv2.ports.BpfProgram;

/**
 * Program that recognises a flow's packets as they leave. IPv4 fragments behind the first have no
 * ports: they count as the flow's if addresses and protocol are.
 */
final class FlowFilter {
    /** Answer that means "the class that the filter names". */
    private static final int CLASS_OF_FILTER = -1;

    private static final int ETHER_TYPE = 12;
    private static final int IP = 14;
    private static final int IPV6_BYTES = 40;
    private static final int FRAGMENT_OFFSET = 0x1fff;

    private FlowFilter() {}

    static BpfProgram of(FlowKey flow) {
        String no = BpfProgram.Assembler.NO_MATCH;
        BpfProgram.Assembler program = new BpfProgram.Assembler();
        boolean ipv6 = flow.isIpv6();
        program.load16(ETHER_TYPE).unlessEqual(ipv6 ? 0x86dd : 0x0800, no);
        program.load8(IP + (ipv6 ? 6 : 9)).unlessEqual(flow.protocol(), no);
        address(program, IP + (ipv6 ? 8 : 12), flow.local().getAddress());
        address(program, IP + (ipv6 ? 24 : 16), flow.remote().getAddress());
        if (!flow.hasPorts()) {
            return program.assemble(CLASS_OF_FILTER, 0);
        }
        if (ipv6) {
            program.load16(IP + IPV6_BYTES).unlessEqual(flow.localPort(), no);
            program.load16(IP + IPV6_BYTES + 2).unlessEqual(flow.remotePort(), no);
        } else {
            program.load16(IP + 6).ifAnyBit(FRAGMENT_OFFSET, BpfProgram.Assembler.MATCH);
            program.measureIpv4Header(IP);
            program.load16Behind(IP).unlessEqual(flow.localPort(), no);
            program.load16Behind(IP + 2).unlessEqual(flow.remotePort(), no);
        }
        return program.assemble(CLASS_OF_FILTER, 0);
    }

    private static void address(BpfProgram.Assembler program, int offset, byte[] address) {
        for (int at = 0; at < address.length; at += Integer.BYTES) {
            int word = ByteBuffer.wrap(address).getInt(at);
            program.load32(offset + at).unlessEqual(word, BpfProgram.Assembler.NO_MATCH);
        }
    }
}
