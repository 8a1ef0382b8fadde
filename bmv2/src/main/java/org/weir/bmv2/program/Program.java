// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.extern.ExternInstance;
import org.weir.bmv2.program.header.FieldList;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/**
 * A v1model program as {@code p4c-bm2-ss} writes it.
 *
 * @param headers all headers and metadata
 * @param stacks arrays of headers
 * @param unions groups of headers of which one is valid
 * @param unionStacks arrays of such groups
 * @param fieldLists fields that copies of packets keep, by id
 * @param errors numbers of the parser errors, by name
 * @param firstState name of the parser's first state
 * @param states the parser's states
 * @param valueSets the parser's value sets
 * @param deparserOrder headers in the order they are put on the wire
 * @param deparserSteps steps before the headers are put on the wire
 * @param counters counter arrays
 * @param meters meter arrays
 * @param registers register arrays
 * @param calculations hashes, by name
 * @param checksums in order
 * @param externs objects of extern types that are not v1model's own
 * @param digests messages to the control plane
 * @param actions all actions
 * @param ingress the pipeline before the queues
 * @param egress the pipeline after them
 */
public record Program(
        List<Header> headers,
        List<HeaderStack> stacks,
        List<HeaderUnion> unions,
        List<HeaderUnionStack> unionStacks,
        Map<Integer, FieldList> fieldLists,
        Map<String, Integer> errors,
        String firstState,
        List<ParserState> states,
        List<ValueSet> valueSets,
        List<Header> deparserOrder,
        List<Primitive> deparserSteps,
        List<CounterArray> counters,
        List<MeterArray> meters,
        List<RegisterArray> registers,
        Map<String, Calculation> calculations,
        List<Checksum> checksums,
        List<ExternInstance> externs,
        List<DigestType> digests,
        List<Action> actions,
        Pipeline ingress,
        Pipeline egress) {

    /** A program of which nothing is known but what its P4Info tells. */
    public static final Program UNKNOWN =
            new Program(
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    Map.of(),
                    Map.of(),
                    null,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    Map.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    new Pipeline("ingress", null, Map.of(), List.of(), List.of()),
                    new Pipeline("egress", null, Map.of(), List.of(), List.of()));

    /** Name of the metadata that the architecture shares with the program. */
    public static final String STANDARD_METADATA = "standard_metadata";

    /** The metadata that the architecture shares with the program. */
    public Optional<Header> standardMetadata() {
        return headers.stream()
                .filter(header -> header.name().equals(STANDARD_METADATA))
                .findFirst();
    }

    /** The union a header belongs to. */
    public Optional<HeaderUnion> unionOf(Header header) {
        return unions.stream().filter(union -> union.members().contains(header)).findFirst();
    }
}
