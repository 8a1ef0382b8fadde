// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.List;
import java.util.Random;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.wire.telemetry.TelemetryReport;

/** Weir's own program. */
final class WeirWorkload implements Workload {

    private static final int CPU_PORT = 255;
    private static final int FEEDBACK_SESSION = 1;
    private static final int CPU_SESSION = 2;
    private static final int ENTRIES_PER_TABLE = 60;
    private static final int LONG_GAP_MICROS = 3_000_000;

    private final FieldValues values =
            new FieldValues()
                    .put("ingress_port", 1, 2, 3, 4, CPU_PORT)
                    .put("egress_port", 1, 2, 3, 4, 9)
                    .put("output_port", 1, 2, 3, 4, 9)
                    .put("port", 1, 2, 3, 4, 1, 2, 3, 4, 9, 300)
                    .put("mac", 1, 2, 3, 0xffff_ffff_ffffL)
                    .put("ether_type", 0x800, 0x86dd, 0x806, TelemetryReport.ETHER_TYPE, 0x88cc)
                    .put("ipv4", 0x0a000001, 0x0a000002, 0x0a010001, 0x0a010203, 0xc0a80001L)
                    .put(
                            "ipv6",
                            "fd000000000000000000000000000001",
                            "fd000000000000000000000000000002",
                            "fd000001000000000000000000000001")
                    .put("ip_protocol", 1, 6, 17, 58)
                    .put("dscp", 0, 10, 46, 48)
                    .put("ttl", 1, 2, 64, 64, 64, 64, 64, 255)
                    .put("src_port", 53, 80, 443, 4001, 4002)
                    .put("dst_port", 53, 80, 443, 5001, 5002)
                    .put("l4_src_port", 53, 80, 443, 4001, 4002)
                    .put("l4_dst_port", 53, 80, 443, 5001, 5002)
                    .put("class_id", 0, 1, 2)
                    .put("classes", 0xff, 0xff, 0xff, 3)
                    .put("frames", 1, 2, 100)
                    .put("group_id", 1, 2, 3)
                    .put("generation", 0, 1)
                    .put("round_packets", 250, 1024, 3072)
                    .put("weight_packets", 21, 171, 1024)
                    .put("threshold_packets", 0, 1, 2, 0xfffe)
                    .put("limit_packets", 1, 8, 64)
                    .put("target_rate_kbps", 1000, 3000)
                    .put("feedback_interval_us", 0, 500, 100_000)
                    .put("interval_us", 0, 1000, 50_000)
                    .leaveOut(
                            "has_vlan_tag",
                            "vlan_id",
                            "vlan_pcp",
                            "has_inner_vlan_tag",
                            "inner_vlan_id",
                            "inner_vlan_pcp",
                            "permit",
                            "ipv4_neighbours",
                            "tbl_arp_reply",
                            "ipv6_neighbours",
                            "tbl_ndp_reply");

    private final IpFrames frames = new IpFrames(values);

    @Override
    public String name() {
        return "weir";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/pipelines/v1model/weir.json");
    }

    @Override
    public List<Integer> ports() {
        return List.of(1, 2, 3, 4, CPU_PORT);
    }

    @Override
    public void configure(SwitchControl control, Random random) {
        // Entries match on addresses by the name of the header's field.
        values.put("src_addr", 1, 2, 0x0a000001, 0x0a000002, 0x0a010001);
        values.put("dst_addr", 1, 2, 0x0a000001, 0x0a000002, 0x0a010001, 0x0a010203);
        new RandomEntries(control, Programs.parse(program()), values, random)
                .fill(ENTRIES_PER_TABLE);
        control.setMirrorSession(FEEDBACK_SESSION, MirrorSession.toPort(CPU_PORT));
        control.setMirrorSession(CPU_SESSION, MirrorSession.toPort(CPU_PORT));
    }

    @Override
    public InputFrame frame(Random random) {
        FrameBuilder frame = new FrameBuilder();
        int port = 1 + random.nextInt(4);
        if (random.nextInt(16) == 0) {
            port = CPU_PORT;
            frame.put(values.pick("port", 9, random), 9).put(random.nextInt(128), 7);
        }
        frames.append(frame, random);
        long gapMicros = random.nextInt(5000) == 0 ? LONG_GAP_MICROS : 1 + random.nextInt(3000);
        return new InputFrame(port, FrameBuilder.damage(frame.build(), random), gapMicros);
    }
}
