// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.rpc.TimelineCalls;
import org.weir.bmv2.time.Timeline;
import org.weir.gnmi.proto.CapabilityRequest;
import org.weir.gnmi.proto.CapabilityResponse;
import org.weir.gnmi.proto.Encoding;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;
import org.weir.gnmi.proto.ModelData;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.SetRequest;
import org.weir.gnmi.proto.SetResponse;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.gNMIGrpc;

/**
 * gNMI as far as a controller needs it to find a switch's ports, follow them and take them down,
 * and a collector to read their queues: Capabilities, Get, Set and Subscribe.
 */
public final class GnmiService extends gNMIGrpc.gNMIImplBase {

    private static final String GNMI_VERSION = "0.7.0";

    private final SwitchControl control;
    private final Timeline timeline;
    private final TimelineCalls calls;
    private final Executor executor;
    private final PortTree tree;
    private final PortSettings settings;
    private final Set<SubscribeSession> sessions = new LinkedHashSet<>();
    private boolean stopped;

    /**
     * A service for a switch.
     *
     * @param executor serialises messages
     */
    public GnmiService(SwitchControl control, Timeline timeline, Executor executor) {
        this.control = control;
        this.timeline = timeline;
        this.calls = new TimelineCalls(timeline);
        this.executor = executor;
        this.tree = new PortTree(control, programQueues());
        this.settings = new PortSettings(control);
    }

    /** Begins to follow the ports. To be called on the timeline's thread. */
    public void start() {
        tree.start();
        control.onPortChange(this::portChanged);
    }

    /** Follows the ports no more. To be called on the timeline's thread. */
    public void stop() {
        stopped = true;
        sessions.clear();
    }

    /** Subscriptions that are open. To be called on the timeline's thread. */
    public int subscriptions() {
        return sessions.size();
    }

    @Override
    public void capabilities(
            CapabilityRequest request, StreamObserver<CapabilityResponse> response) {
        response.onNext(
                CapabilityResponse.newBuilder()
                        .addSupportedModels(model("openconfig-interfaces", "3.8.1"))
                        .addSupportedModels(model("openconfig-if-ethernet", "2.18.0"))
                        .addSupportedModels(model("openconfig-qos", "2.2.0"))
                        .addSupportedEncodings(Encoding.PROTO)
                        .setGNMIVersion(GNMI_VERSION)
                        .build());
        response.onCompleted();
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> response) {
        try {
            requireEncoding(request.getEncoding());
            response.onNext(read(request));
            response.onCompleted();
        } catch (RequestException e) {
            response.onError(e.status().asRuntimeException());
        }
    }

    @Override
    public void set(SetRequest request, StreamObserver<SetResponse> response) {
        try {
            SetResponse result = calls.call(() -> settings.set(request));
            response.onNext(result);
            response.onCompleted();
        } catch (RequestException e) {
            response.onError(e.status().asRuntimeException());
        }
    }

    @Override
    public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> response) {
        SubscribeSession session =
                new SubscribeSession(
                        tree,
                        timeline,
                        (ServerCallStreamObserver<SubscribeResponse>) response,
                        executor,
                        sessions::remove);
        timeline.submit(() -> sessions.add(session));
        return session;
    }

    /**
     * Refuses encodings that values are not sent in. JSON is what a client that says nothing gets
     * by protobuf's default; such clients expect typed values, which Stratum gives them, too.
     */
    static void requireEncoding(Encoding encoding) {
        if (encoding != Encoding.PROTO && encoding != Encoding.JSON) {
            throw RequestException.unimplemented(
                    "encoding: " + encoding + " is not supported; PROTO is");
        }
    }

    private GetResponse read(GetRequest request) {
        Predicate<Update> filter =
                switch (request.getType()) {
                    case ALL -> leaf -> true;
                    case CONFIG -> PortLeaves::isConfig;
                    default -> leaf -> !PortLeaves.isConfig(leaf);
                };
        // No path means all.
        List<Path> paths =
                request.getPathCount() == 0
                        ? List.of(Path.getDefaultInstance())
                        : request.getPathList();
        List<PathPattern> patterns =
                paths.stream().map(path -> new PathPattern(request.getPrefix(), path)).toList();
        // All at the same moment; the messages are made on this thread, and hold up no packet.
        Reading reading = calls.call(() -> Reading.of(tree, patterns));
        GetResponse.Builder response = GetResponse.newBuilder();
        for (int i = 0; i < patterns.size(); i++) {
            PathPattern pattern = patterns.get(i);
            List<Update> leaves = PortTree.meant(reading.leaves.get(i), pattern, filter);
            if (leaves.isEmpty() && !reading.isEmpty) {
                throw new RequestException(
                        Status.Code.NOT_FOUND, "path " + pattern + ": nothing is there");
            }
            response.addNotification(
                    PortTree.notification(leaves, request.getPrefix(), reading.timeNs));
        }
        return response.build();
    }

    /**
     * Leaves that were read at one moment.
     *
     * @param leaves of each path
     * @param isEmpty true if there were no ports
     * @param timeNs the moment, nanoseconds since 1970
     */
    private record Reading(List<List<Leaf>> leaves, boolean isEmpty, long timeNs) {
        static Reading of(PortTree tree, List<PathPattern> patterns) {
            return new Reading(
                    patterns.stream().map(tree::read).toList(),
                    tree.isEmpty(),
                    PortTree.wallClockNs());
        }
    }

    private void portChanged(PortStatus port) {
        if (!stopped) {
            tree.changed(port);
            new ArrayList<>(sessions).forEach(SubscribeSession::portChanged);
        }
    }

    private static List<ProgramQueues> programQueues() {
        return ServiceLoader.load(ProgramQueues.class, ProgramQueues.class.getClassLoader())
                .stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    private static ModelData model(String name, String version) {
        return ModelData.newBuilder()
                .setName(name)
                .setOrganization("OpenConfig working group")
                .setVersion(version)
                .build();
    }
}
