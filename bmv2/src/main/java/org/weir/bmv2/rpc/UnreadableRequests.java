// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers requests whose bytes are not the call's message with INVALID_ARGUMENT. gRPC itself would
 * take them for the server's own failure: it would log each, and end a service's stream without a
 * call to the service.
 */
public final class UnreadableRequests implements ServerInterceptor {

    private UnreadableRequests() {}

    /** A service whose calls are answered so. */
    public static ServerServiceDefinition refused(BindableService service) {
        ServerServiceDefinition definition = service.bindService();
        List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
        ServiceDescriptor.Builder descriptor =
                ServiceDescriptor.newBuilder(definition.getServiceDescriptor().getName())
                        .setSchemaDescriptor(
                                definition.getServiceDescriptor().getSchemaDescriptor());
        for (ServerMethodDefinition<?, ?> method : definition.getMethods()) {
            ServerMethodDefinition<?, ?> marked = marking(method);
            methods.add(marked);
            descriptor.addMethod(marked.getMethodDescriptor());
        }
        ServerServiceDefinition.Builder all = ServerServiceDefinition.builder(descriptor.build());
        methods.forEach(all::addMethod);
        return ServerInterceptors.intercept(all.build(), new UnreadableRequests());
    }

    /** Placeholder for a request that could not be read, until the call is answered. */
    private record Unreadable(String reason) {}

    private static <Q, R> ServerMethodDefinition<Q, R> marking(
            ServerMethodDefinition<Q, R> method) {
        MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
        return ServerMethodDefinition.create(
                descriptor.toBuilder(
                                new Marking<>(descriptor.getRequestMarshaller()),
                                descriptor.getResponseMarshaller())
                        .build(),
                method.getServerCallHandler());
    }

    private record Marking<T>(MethodDescriptor.Marshaller<T> marshaller)
            implements MethodDescriptor.Marshaller<T> {

        @Override
        public InputStream stream(T value) {
            return marshaller.stream(value);
        }

        // Never seen as a T: the interceptor keeps it from the service.
        @SuppressWarnings("unchecked")
        @Override
        public T parse(InputStream stream) {
            try {
                return marshaller.parse(stream);
            } catch (StatusRuntimeException e) {
                String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
                return (T) new Unreadable(reason);
            }
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        RefusableCall<Q, R> refusable = new RefusableCall<>(call);
        return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(
                next.startCall(refusable, headers)) {

            private boolean refused;

            @Override
            public void onMessage(Q message) {
                if (refused) {
                    return;
                }
                if ((Object) message instanceof Unreadable unreadable) {
                    refused = true;
                    // To the service it is as if its client had gone; it learns that first, so that
                    // a
                    // client that comes back at once does not meet itself.
                    super.onCancel();
                    refusable.refuse(unreadable.reason());
                    return;
                }
                super.onMessage(message);
            }

            @Override
            public void onHalfClose() {
                if (!refused) {
                    super.onHalfClose();
                }
            }

            @Override
            public void onReady() {
                if (!refused) {
                    super.onReady();
                }
            }

            @Override
            public void onCancel() {
                if (!refused) {
                    super.onCancel();
                }
            }
        };
    }

    /** A call that can be ended here while the service, on another thread, sends or ends it too. */
    private static final class RefusableCall<Q, R>
            extends ForwardingServerCall.SimpleForwardingServerCall<Q, R> {

        private boolean closed;

        RefusableCall(ServerCall<Q, R> call) {
            super(call);
        }

        synchronized void refuse(String reason) {
            close(
                    Status.INVALID_ARGUMENT.withDescription(
                            "request: no message of "
                                    + getMethodDescriptor().getFullMethodName()
                                    + ": "
                                    + reason),
                    new Metadata());
        }

        @Override
        public synchronized void sendHeaders(Metadata headers) {
            if (!closed) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public synchronized void sendMessage(R message) {
            if (!closed) {
                super.sendMessage(message);
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!closed) {
                closed = true;
                super.close(status, trailers);
            }
        }
    }
}
