// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import java.util.Objects;
import org.weir.tofino.bfrt.proto.TargetDevice;

/** Part of a switch that an entry is meant for: pipe, direction and parser. Immutable. */
public final class Scope {
    /** Stands for every pipe (BF_DEV_PIPE_ALL). */
    public static final int EVERY_PIPE = 0xFFFF;

    /** Stands for every parser of the pipe and direction. */
    public static final int EVERY_PARSER = 0xFF;

    /** The whole switch. */
    public static final Scope WHOLE = new Scope(EVERY_PIPE, Direction.BOTH, EVERY_PARSER);

    /** Side of a pipe. */
    public enum Direction {
        /** Before the traffic manager. */
        INGRESS(0),
        /** Behind it. */
        EGRESS(1),
        /** Both. */
        BOTH(0xFF);

        private final int number;

        Direction(int number) {
            this.number = number;
        }
    }

    private final int pipe;
    private final Direction direction;
    private final int parser;

    private Scope(int pipe, Direction direction, int parser) {
        this.pipe = pipe;
        this.direction = Objects.requireNonNull(direction, "direction");
        this.parser = parser;
    }

    /**
     * One pipe.
     *
     * @param pipe its number, from 0
     */
    public static Scope pipe(int pipe) {
        return new Scope(pipe, Direction.BOTH, EVERY_PARSER);
    }

    /** The same pipe, one side of it. */
    public Scope direction(Direction side) {
        return new Scope(pipe, side, parser);
    }

    /** The same pipe and side, one parser of it. */
    public Scope parser(int number) {
        return new Scope(pipe, direction, number);
    }

    TargetDevice target(int deviceId) {
        return TargetDevice.newBuilder()
                .setDeviceId(deviceId)
                .setPipeId(pipe)
                .setDirection(direction.number)
                .setPrsrId(parser)
                .build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scope
                && pipe == ((Scope) other).pipe
                && direction == ((Scope) other).direction
                && parser == ((Scope) other).parser;
    }

    @Override
    public int hashCode() {
        return Objects.hash(pipe, direction, parser);
    }

    @Override
    public String toString() {
        return pipe == EVERY_PIPE ? "every pipe" : "pipe " + pipe;
    }
}
