// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.MemoryUrl;
import org.weir.pipelines.Platform;
import org.weir.tofino.TofinoSchedulerType;

/**
 * The TNA program on an ASIC of the Tofino family. Its ports are the ASIC's own, 128 for each pipe.
 */
abstract class TnaPlatform extends Platform {

    // As pipelines/tna/ports.p4 and sizes.p4 have them.
    static final int PORTS_PER_PIPE = 128;
    static final int MANAGED_PER_PIPE = 64;

    private static final String BF_RT = "bf-rt.json";
    private static final String CONTEXT = "context.json";

    /** Length of the ASIC's µs in rate windows: its clock counts ns, a window is a power of two. */
    private static final double WINDOW_US = 1.024;

    /** Length of a frame's FCS, which counters count and the buffer does not hold, bytes. */
    private static final int FCS_BYTES = 4;

    /** A build of the TNA program. */
    enum Build {
        /** CoDel and reverse path marking. */
        WEIR("weir", 27),

        /** ABC in place of both, for which the ASIC has no room beside them. */
        WEIR_ABC("weir_abc", 29);

        /** The program's name in the switch, and of its source. */
        private final String program;

        /** Length of bridge_h in pipelines/tna/metadata.p4, bytes. */
        private final int bridgeBytes;

        Build(String program, int bridgeBytes) {
            this.program = program;
            this.bridgeBytes = bridgeBytes;
        }
    }

    private final String asic;
    private final Build build;

    /**
     * A platform.
     *
     * @param pipeconf id of the pipeconf
     * @param asic the compiler's name of the ASIC
     * @param build the build of the program
     */
    TnaPlatform(String pipeconf, String asic, Build build) {
        super(pipeconf, Set.of("stratum-tofino", "barefoot"));
        this.asic = asic;
        this.build = build;
    }

    @Override
    public final String target() {
        return asic;
    }

    /**
     * Bytes that the buffer holds of a packet beside those that counters count: the bridge header,
     * but not the FCS.
     */
    final int bufferHeaderBytes() {
        return build.bridgeBytes - FCS_BYTES;
    }

    @Override
    public final boolean hasWindowedActivity() {
        return true;
    }

    @Override
    protected final String folder() {
        return "tna/" + asic + "/" + build.program;
    }

    private String binary() {
        return asic + ".bin";
    }

    @Override
    protected final List<String> binaries() {
        return List.of(binary(), CONTEXT, BF_RT);
    }

    @Override
    protected final Map<ExtensionType, URL> extensions(Function<String, URL> files)
            throws IOException {
        URL binary = files.apply(binary());
        URL context = files.apply(CONTEXT);
        byte[] config =
                StratumDeviceConfig.of(
                        build.program,
                        read(files.apply(BF_RT)),
                        "pipe",
                        read(context),
                        read(binary));
        return Map.of(
                ExtensionType.TOFINO_BIN,
                binary,
                ExtensionType.TOFINO_CONTEXT_JSON,
                context,
                // The file that the driver sends if it is there; Stratum takes no other today.
                ExtensionType.RAW_DEVICE_CONFIG,
                MemoryUrl.of("device_config.pb.bin", config));
    }

    private static byte[] read(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    @Override
    public final long pipe(long port) {
        return port / PORTS_PER_PIPE;
    }

    @Override
    public final double rateWindowUs(long us) {
        return WINDOW_US * us;
    }

    @Override
    public final Optional<SchedulerType> scheduler() {
        return Optional.of(TofinoSchedulerType.BF_RUNTIME);
    }

    @Override
    public final boolean supportsRateBasedMarking() {
        return true;
    }

    @Override
    public final int feedbackCopyBytes() {
        return 128;
    }

    @Override
    public final int reportCopyBytes() {
        return 64;
    }
}
