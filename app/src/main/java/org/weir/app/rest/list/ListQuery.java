// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.ws.rs.core.MultivaluedMap;
import javax.ws.rs.core.UriInfo;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;
import org.weir.app.explain.KnownNames;
import org.weir.app.flow.FlowEnds;
import org.weir.app.flow.FlowView;
import org.weir.app.host.HostView;
import org.weir.app.rest.problem.RequestException;

/**
 * The part of a list that a request asks for: filters ({@code device}, {@code port}, {@code class},
 * {@code kind}) and a page ({@code limit}, {@code after}). A parameter that the operation does not
 * know is refused, because a misspelt filter would select everything.
 *
 * <p>Example: {@code ports?device=device:s1&limit=2} has the first two ports of s1; {@code next} of
 * the answer is the value of {@code after} for the following ones.
 */
public final class ListQuery {

    /** Parameter: only ports of the device with this id. */
    public static final String DEVICE = "device";

    /** Parameter: only ports with this number. */
    public static final String PORT = "port";

    /** Parameter: only queues of the class with this name. */
    public static final String CLASS = "class";

    /** Parameter: only events of this kind. */
    public static final String KIND = "kind";

    /** Parameter: elements of the answer at most. */
    public static final String LIMIT = "limit";

    /** Parameter: place behind which the answer begins. */
    public static final String AFTER = "after";

    /** Parameters of a list that has pages and no filters. */
    public static final Set<String> PAGE = Set.of(LIMIT, AFTER);

    /** Most elements of a page. */
    public static final int MOST = 1000;

    private static final long MOST_PORT = 999_999_999_999_999_999L;
    private static final Pattern NAMELESS = Pattern.compile("(^|&)=");
    private static final Pattern HOST = Pattern.compile("[0-9A-Fa-f:]{17}/[0-9A-Za-z]{1,20}");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private final MultivaluedMap<String, String> parameters;

    private ListQuery(MultivaluedMap<String, String> parameters) {
        this.parameters = parameters;
    }

    /**
     * Reads a request.
     *
     * @param uri of the request
     * @param known parameters of the operation
     * @throws RequestException 400 if there is another parameter, one twice, or one without a name
     */
    public static ListQuery of(UriInfo uri, Set<String> known) {
        String query = uri.getRequestUri().getRawQuery();
        if (query != null && NAMELESS.matcher(query).find()) {
            // JAX-RS leaves such a parameter out.
            throw RequestException.badRequest("query", "has a value without a name, in ?" + query);
        }
        MultivaluedMap<String, String> parameters = uri.getQueryParameters();
        parameters.forEach(
                (name, values) -> {
                    if (!known.contains(name)) {
                        throw RequestException.badRequest(
                                name,
                                "is no parameter of this operation, which has "
                                        + known.stream()
                                                .sorted()
                                                .collect(Collectors.joining(", ")));
                    }
                    if (values.size() > 1) {
                        throw RequestException.badRequest(name, "must be given once");
                    }
                });
        return new ListQuery(parameters);
    }

    /**
     * Checks that the switch and the class exist that the filters {@code device} and {@code class}
     * name.
     *
     * @throws org.weir.app.RejectedException 404 if one does not
     */
    public void requireKnown(WeirService weir) {
        KnownNames.requireDevice(weir, parameters.getFirst(DEVICE));
        KnownNames.requireClass(weir, parameters.getFirst(CLASS));
    }

    /** A parameter; empty if it is not given. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(parameters.getFirst(name));
    }

    /**
     * A whole number.
     *
     * @return empty if the parameter is not given
     * @throws RequestException 400 if it is none from least to most
     */
    public Optional<Long> number(String name, long least, long most) {
        String text = parameters.getFirst(name);
        if (text == null) {
            return Optional.empty();
        }
        boolean whole = WHOLE.matcher(text).matches();
        long number = whole ? Long.parseLong(text) : 0;
        if (!whole || number < least || number > most) {
            throw RequestException.badRequest(
                    name, "must be a whole number from " + least + " to " + most + ", was " + text);
        }
        return Optional.of(number);
    }

    /**
     * Ports that pass the filters {@code device} and {@code port}, by device and then number.
     *
     * @throws RequestException 400 if the port is no whole number from 1 on
     */
    public List<PortView> ports(List<PortView> all) {
        String device = parameters.getFirst(DEVICE);
        Optional<Long> port = number(PORT, 1, MOST_PORT);
        return all.stream()
                .filter(one -> device == null || one.device().equals(device))
                .filter(one -> port.isEmpty() || one.port() == port.get())
                .sorted(Comparator.comparing(PortView::device).thenComparing(PortView::port))
                .collect(Collectors.toList());
    }

    /** Queues of the class that the filter {@code class} names, or all, of the ports selected. */
    public List<PortQueue> queues(List<PortView> all) {
        String name = parameters.getFirst(CLASS);
        return ports(all).stream()
                .flatMap(PortQueue::of)
                .filter(one -> name == null || one.queue().className().equals(name))
                .collect(Collectors.toList());
    }

    /**
     * Events that pass the filters {@code device}, {@code port} and {@code kind}.
     *
     * @throws RequestException 400 if the port is no whole number from 1 on, or the kind is none
     */
    public List<Event> events(List<Event> all) {
        String device = parameters.getFirst(DEVICE);
        Optional<Long> port = number(PORT, 1, MOST_PORT);
        String kind = parameters.getFirst(KIND);
        if (kind != null && EventKind.of(kind).isEmpty()) {
            throw RequestException.badRequest(
                    KIND, "must be one of " + String.join(", ", EventKind.words()));
        }
        return all.stream()
                .filter(one -> device == null || device.equals(one.device().orElse(null)))
                .filter(one -> port.isEmpty() || one.port().orElse(0) == port.get())
                .filter(one -> kind == null || one.kind().word().equals(kind))
                .collect(Collectors.toList());
    }

    /**
     * The page of a list of events.
     *
     * @param newestFirst the events
     * @throws RequestException 400 as for {@link #page(List, Function)}
     */
    public Page<Event> eventPage(List<Event> newestFirst) {
        return page(
                newestFirst,
                Event::id,
                text -> EventId.read(text).orElseThrow(() -> noPlace(text)),
                Comparator.reverseOrder());
    }

    /**
     * The page of a list of numbered elements.
     *
     * @param sorted by number
     * @param number of an element
     * @throws RequestException 400 as for {@link #page(List, Function)}
     */
    public <T> Page<T> numberedPage(List<T> sorted, Function<T, Long> number) {
        return page(
                sorted,
                number,
                text -> {
                    if (!WHOLE.matcher(text).matches()) {
                        throw noPlace(text);
                    }
                    return Long.parseLong(text);
                },
                Comparator.naturalOrder());
    }

    /**
     * Hosts that pass the filters {@code device} and {@code port}.
     *
     * @throws RequestException 400 if the port is no whole number from 1 on
     */
    public List<HostView> hosts(List<HostView> all) {
        String device = parameters.getFirst(DEVICE);
        Optional<Long> port = number(PORT, 1, MOST_PORT);
        return all.stream()
                .filter(one -> device == null || one.device().equals(device))
                .filter(one -> port.isEmpty() || one.port() == port.get())
                .collect(Collectors.toList());
    }

    /**
     * The page of a list of hosts.
     *
     * @param sorted by id
     * @throws RequestException 400 as for {@link #page(List, Function)}
     */
    public Page<HostView> hostPage(List<HostView> sorted) {
        return page(
                sorted,
                HostView::id,
                text -> {
                    if (!HOST.matcher(text).matches()) {
                        throw noPlace(text);
                    }
                    return text;
                },
                Comparator.naturalOrder());
    }

    /**
     * Flows that pass the filters {@code device} and {@code port}, of the source host, and {@code
     * class}.
     *
     * @throws RequestException 400 if the port is no whole number from 1 on
     */
    public List<FlowView> flows(List<FlowView> all) {
        String device = parameters.getFirst(DEVICE);
        Optional<Long> port = number(PORT, 1, MOST_PORT);
        String name = parameters.getFirst(CLASS);
        return all.stream()
                .filter(one -> device == null || device.equals(one.device().orElse(null)))
                .filter(one -> port.isEmpty() || one.port().orElse(0) == port.get())
                .filter(one -> name == null || name.equals(one.className().orElse(null)))
                .collect(Collectors.toList());
    }

    /**
     * The page of a list of flows.
     *
     * @param sorted by ends
     * @throws RequestException 400 as for {@link #page(List, Function)}
     */
    public Page<FlowView> flowPage(List<FlowView> sorted) {
        return this.<FlowView, String>page(
                sorted,
                one -> one.ends().toString(),
                text -> {
                    if (!FlowEnds.isText(text)) {
                        throw noPlace(text);
                    }
                    return text;
                },
                Comparator.naturalOrder());
    }

    /**
     * The page of a sorted list.
     *
     * @param sorted by key
     * @param key place of an element
     * @throws RequestException 400 if {@code limit} is not from 1 to {@value #MOST}, or {@code
     *     after} is no value of {@code next}
     */
    public <T> Page<T> page(List<T> sorted, Function<T, Key> key) {
        return page(sorted, key, Key::read, Comparator.naturalOrder());
    }

    private <T, K> Page<T> page(
            List<T> sorted, Function<T, K> key, Function<String, K> read, Comparator<K> order) {
        Optional<Long> limit = number(LIMIT, 1, MOST);
        String text = parameters.getFirst(AFTER);
        K after = text == null ? null : read.apply(text);
        List<T> rest =
                sorted.stream()
                        .filter(one -> after == null || order.compare(key.apply(one), after) > 0)
                        .collect(Collectors.toList());
        if (limit.isEmpty() || rest.size() <= limit.get()) {
            return new Page<>(rest, null);
        }
        List<T> part = rest.subList(0, limit.get().intValue());
        return new Page<>(part, key.apply(part.get(part.size() - 1)).toString());
    }

    private static RequestException noPlace(String text) {
        return RequestException.badRequest(
                AFTER, "must be the value of next in an earlier answer, was " + text);
    }

    /** A part of a list. */
    public static final class Page<T> {
        private final List<T> elements;
        private final String next;

        Page(List<T> elements, String next) {
            this.elements = Collections.unmodifiableList(elements);
            this.next = next;
        }

        /** Elements of this part. */
        public List<T> elements() {
            return elements;
        }

        /** Value of {@code after} for the next part; null if this is the last one. */
        public String next() {
            return next;
        }

        /**
         * The answer of a list: the elements of this part, and {@code next}.
         *
         * @param name of the elements in the answer
         * @param writer writes them
         */
        public ObjectNode toJson(String name, Function<List<T>, JsonNode> writer) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.set(name, writer.apply(elements));
            answer.put("next", next);
            return answer;
        }
    }

    /** Place of a port or queue in a list; as text {@code device:s1/4} or {@code device:s1/4/0}. */
    public static final class Key implements Comparable<Key> {
        private static final Pattern TEXT =
                Pattern.compile("(.{1,1000}?)/(\\d{1,18})(?:/(\\d{1,3}))?", Pattern.DOTALL);
        private static final Comparator<Key> ORDER =
                Comparator.<Key, String>comparing(key -> key.device)
                        .thenComparing(key -> key.port)
                        .thenComparing(key -> key.queue);

        private final String device;
        private final long port;
        private final int queue;

        private Key(String device, long port, int queue) {
            this.device = device;
            this.port = port;
            this.queue = queue;
        }

        /** Place of a port. */
        public static Key of(PortView port) {
            return new Key(port.device(), port.port(), -1);
        }

        /** Place of a queue. */
        public static Key of(PortQueue queue) {
            return new Key(queue.port().device(), queue.port().port(), queue.queue().classIndex());
        }

        private static Key read(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw noPlace(text);
            }
            return new Key(
                    parts.group(1),
                    Long.parseLong(parts.group(2)),
                    parts.group(3) == null ? -1 : Integer.parseInt(parts.group(3)));
        }

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && compareTo((Key) other) == 0;
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        @Override
        public String toString() {
            return device + "/" + port + (queue < 0 ? "" : "/" + queue);
        }
    }
}
