// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.grpc;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.onosproject.grpc.api.GrpcChannelController;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one gRPC channel per management address.
 *
 * <p>Addresses look like {@code grpc://HOST:PORT?device_id=1}; {@code grpcs} means TLS with the
 * platform's trust store. The query belongs to the address's identity but not to where it connects.
 */
@Component(immediate = true, service = GrpcChannelController.class)
public class ManagedChannels implements GrpcChannelController {

    private static final String PLAINTEXT = "grpc";
    private static final String TLS = "grpcs";

    /** Counters of a whole pipeline come in one message; gRPC's own limit is 4 MiB. */
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    /**
     * The status of a refused batch has some 50 bytes for each of its updates. It comes as
     * metadata, of which gRPC's own limit is 8 KiB.
     */
    private static final int MAX_METADATA_BYTES = 16 << 20;

    /** gRPC servers close connections that are pinged more often than every five minutes. */
    private static final long KEEP_ALIVE_MINUTES = 6;

    private static final long KEEP_ALIVE_TIMEOUT_SECONDS = 20;

    /** Time for calls under way to be answered. */
    private static final long GRACE_MS = 200;

    private static final long TERMINATION_TIMEOUT_MS = 1_000;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final Map<URI, ManagedChannel> channels = new ConcurrentHashMap<>();

    @Deactivate
    protected void deactivate() {
        List<ManagedChannel> open = List.copyOf(channels.values());
        channels.clear();
        close(open);
    }

    @Override
    public ManagedChannel create(URI address) {
        ManagedChannelBuilder<?> builder =
                ManagedChannelBuilder.forAddress(host(address), port(address));
        if (PLAINTEXT.equals(address.getScheme())) {
            builder.usePlaintext();
        } else if (TLS.equals(address.getScheme())) {
            builder.useTransportSecurity();
        } else {
            throw new IllegalArgumentException(
                    "Management address " + address + ": scheme must be grpc or grpcs");
        }
        return create(address, builder);
    }

    @Override
    public ManagedChannel create(URI address, ManagedChannelBuilder<?> builder) {
        builder.maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .maxInboundMetadataSize(MAX_METADATA_BYTES)
                .keepAliveTime(KEEP_ALIVE_MINUTES, TimeUnit.MINUTES)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        ManagedChannel channel = builder.build();
        if (channels.putIfAbsent(address, channel) != null) {
            channel.shutdownNow();
            throw new IllegalArgumentException("A channel to " + address + " exists already");
        }
        log.debug("Created channel to {}", address);
        return channel;
    }

    @Override
    public void destroy(URI address) {
        ManagedChannel channel = channels.remove(address);
        if (channel == null) {
            return;
        }
        close(List.of(channel));
        log.debug("Closed channel to {}", address);
    }

    /**
     * Ends the channels, all at the same time. A stream to a switch lasts as long as the switch
     * does: more than a short grace would be waiting for what never comes.
     */
    private void close(List<ManagedChannel> closing) {
        closing.forEach(ManagedChannel::shutdown);
        try {
            if (!haveTerminated(closing, GRACE_MS)) {
                closing.forEach(ManagedChannel::shutdownNow);
                if (!haveTerminated(closing, TERMINATION_TIMEOUT_MS)) {
                    log.warn(
                            "Channels still open after {} ms: {}", TERMINATION_TIMEOUT_MS, closing);
                }
            }
        } catch (InterruptedException e) {
            closing.forEach(ManagedChannel::shutdownNow);
            Thread.currentThread().interrupt();
        }
    }

    private static boolean haveTerminated(List<ManagedChannel> closing, long timeoutMs)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (ManagedChannel channel : closing) {
            if (!channel.awaitTermination(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Optional<ManagedChannel> get(URI address) {
        return Optional.ofNullable(channels.get(address));
    }

    private static String host(URI address) {
        if (address.getHost() == null) {
            throw new IllegalArgumentException("Management address " + address + ": no host");
        }
        return address.getHost();
    }

    private static int port(URI address) {
        if (address.getPort() <= 0) {
            throw new IllegalArgumentException("Management address " + address + ": no port");
        }
        return address.getPort();
    }
}
