// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The device configuration that Stratum takes for a Tofino: a message {@code BfPipelineConfig} of
 * its {@code bf.proto}, which holds what the compiler and the assembler wrote. Written by hand:
 * five fields of bytes do not make a protobuf library worth while in every ONOS.
 */
final class StratumDeviceConfig {

    // Numbers of fields in stratum/hal/lib/barefoot/bf.proto.
    private static final int P4_NAME = 1;
    private static final int BFRUNTIME_INFO = 2;
    private static final int PROFILES = 3;
    private static final int PROFILE_NAME = 1;
    private static final int PROFILE_CONTEXT = 2;
    private static final int PROFILE_BINARY = 3;

    private static final int LENGTH_DELIMITED = 2;

    private StratumDeviceConfig() {}

    /**
     * The message of a program that has one pipeline, for all pipes.
     *
     * @param program name of the program
     * @param bfRuntimeInfo bf-rt.json
     * @param pipeline name of the pipeline
     * @param context context.json
     * @param binary tofino.bin or tofino2.bin
     */
    static byte[] of(
            String program, byte[] bfRuntimeInfo, String pipeline, byte[] context, byte[] binary) {
        ByteArrayOutputStream profile = new ByteArrayOutputStream();
        put(profile, PROFILE_NAME, pipeline.getBytes(StandardCharsets.UTF_8));
        put(profile, PROFILE_CONTEXT, context);
        put(profile, PROFILE_BINARY, binary);
        ByteArrayOutputStream config = new ByteArrayOutputStream();
        put(config, P4_NAME, program.getBytes(StandardCharsets.UTF_8));
        put(config, BFRUNTIME_INFO, bfRuntimeInfo);
        put(config, PROFILES, profile.toByteArray());
        return config.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, int field, byte[] value) {
        out.write(field << 3 | LENGTH_DELIMITED);
        int rest = value.length;
        while (rest > 0x7F) {
            out.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
        out.write(value, 0, value.length);
    }
}
