// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.List;
import java.util.Random;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.controlplane.SwitchControl;

/** Every kind of match, profiles and selectors. */
final class AclWorkload implements Workload {

    private static final int ENTRIES_PER_TABLE = 100;
    private static final int PORTS = 6;

    private final FieldValues values =
            new FieldValues()
                    .put("ingress_port", 1, 2, 3, 4, 5, 6)
                    .put("egress_port", 1, 2, 3, 4, 5, 6)
                    .put("port", 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7, 400)
                    .put("mac", 1, 2, 3, 0xffff_ffff_ffffL)
                    .put("dst_mac", 1, 2, 3, 0xffff_ffff_ffffL)
                    .put("ether_type", 0x800, 0x86dd, 0x806, 0x8100, 0x9100)
                    .put("vid", 0, 1, 100, 3000, 3001, 4095)
                    .put("domain", 0, 1, 100)
                    .put("$valid$", 0, 1)
                    .put("ipv4", 0x0a000001, 0x0a000002, 0x0a010001, 0x0a010203, 0xc0a80001L)
                    .put("src_addr", 0x0a000001, 0x0a000002, 0x0a010001, 0x0a010203)
                    .put("dst_addr", 0x0a000001, 0x0a000002, 0x0a010001, 0x0a010203)
                    .put(
                            "ipv6",
                            "fd000000000000000000000000000001",
                            "fd000000000000000000000000000002",
                            "fd000001000000000000000000000001")
                    .put(
                            "src_addr6",
                            "fd000000000000000000000000000001",
                            "fd000001000000000000000000000001")
                    .put(
                            "dst_addr6",
                            "fd000000000000000000000000000001",
                            "fd000000000000000000000000000002",
                            "fd000001000000000000000000000001")
                    .put("protocol", 1, 6, 17, 58)
                    .put("dscp", 0, 8, 10, 46, 63)
                    .put("ttl", 1, 2, 64, 64, 64, 64, 64, 255)
                    .put("src_port", 53, 80, 443, 4001, 65535)
                    .put("dst_port", 53, 80, 443, 5001, 65535);

    private final IpFrames frames = new IpFrames(values);

    @Override
    public String name() {
        return "acl";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/bench/programs/acl.json");
    }

    @Override
    public List<Integer> ports() {
        return List.of(1, 2, 3, 4, 5, 6);
    }

    @Override
    public int window() {
        return WINDOW_WITHOUT_STATE;
    }

    @Override
    public void configure(SwitchControl control, Random random) {
        new RandomEntries(control, Programs.parse(program()), values, random)
                .fill(ENTRIES_PER_TABLE);
    }

    @Override
    public InputFrame frame(Random random) {
        FrameBuilder frame = new FrameBuilder();
        frames.append(frame, random);
        byte[] bytes = frame.build();
        if (random.nextInt(3) == 0) {
            bytes = tagged(bytes, random);
        }
        return new InputFrame(1 + random.nextInt(PORTS), FrameBuilder.damage(bytes, random), 1);
    }

    /** Frame with an 802.1Q tag behind the addresses. */
    private byte[] tagged(byte[] frame, Random random) {
        FrameBuilder tag = new FrameBuilder();
        tag.put(random.nextInt(4) == 0 ? 0x9100 : 0x8100, 16).put(random.nextInt(16), 4);
        tag.put(values.pick("vid", 12, random), 12);
        byte[] tagged = new byte[frame.length + 4];
        System.arraycopy(frame, 0, tagged, 0, 12);
        System.arraycopy(tag.build(), 0, tagged, 12, 4);
        System.arraycopy(frame, 12, tagged, 16, frame.length - 12);
        return tagged;
    }
}
