// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Connection of a port of the switch: an interface or files.
 *
 * @param number of the port
 * @param kind kind of connection
 * @param device name of the interface; empty for files
 * @param in file that frames come from; null for none
 * @param out file that frames go to; null for none
 */
record PortBinding(int number, Kind kind, String device, Path in, Path out) {

    /** Kind of connection. */
    enum Kind {
        /** A TAP device. */
        TAP,
        /** An interface that is there, such as one end of a veth pair. */
        VETH,
        /** Capture files. */
        PCAP
    }

    /** Text of the binding as the user wrote it. */
    String text() {
        return switch (kind) {
            case TAP -> "tap:" + device;
            case VETH -> "veth:" + device;
            case PCAP -> "pcap:" + (in == null ? "" : in) + (out == null ? "" : "," + out);
        };
    }

    /** Reads bindings: {@code 1=tap:NAME}, {@code 1=veth:NAME}, {@code 1=pcap:IN,OUT}. */
    static final class Converter implements ITypeConverter<PortBinding> {

        @Override
        public PortBinding convert(String text) {
            int equals = text.indexOf('=');
            int colon = text.indexOf(':', equals + 1);
            if (equals < 1 || colon < 0) {
                throw new TypeConversionException(
                        "'" + text + "': write it as 1=tap:NAME, 1=veth:NAME or 1=pcap:IN,OUT");
            }
            int number = number(text, text.substring(0, equals));
            String rest = text.substring(colon + 1);
            String kind = text.substring(equals + 1, colon);
            switch (kind) {
                case "tap":
                    return new PortBinding(number, Kind.TAP, device(text, rest), null, null);
                case "veth":
                    return new PortBinding(number, Kind.VETH, device(text, rest), null, null);
                case "pcap":
                    return files(number, text, rest);
                default:
                    throw new TypeConversionException(
                            "'" + text + "': '" + kind + "' is none of tap, veth, pcap");
            }
        }

        private static int number(String text, String number) {
            if (!number.matches("\\d{1,4}") || Integer.parseInt(number) > PortNumbers.MAX_PORT) {
                throw new TypeConversionException(
                        "'%s': the port's number is 0 to %d, not '%s'"
                                .formatted(text, PortNumbers.MAX_PORT, number));
            }
            return Integer.parseInt(number);
        }

        private static String device(String text, String name) {
            if (name.isEmpty()) {
                throw new TypeConversionException(
                        "'" + text + "': the interface's name is missing");
            }
            return name;
        }

        private static PortBinding files(int number, String text, String files) {
            int comma = files.indexOf(',');
            String in = comma < 0 ? files : files.substring(0, comma);
            String out = comma < 0 ? "" : files.substring(comma + 1);
            if (in.isEmpty() && out.isEmpty() || out.contains(",")) {
                throw new TypeConversionException(
                        "'" + text + "': a pcap port has the files IN,OUT or IN or ,OUT");
            }
            Path inPath = in.isEmpty() ? null : Path.of(in);
            Path outPath = out.isEmpty() ? null : Path.of(out);
            if (inPath != null && inPath.equals(outPath)) {
                throw new TypeConversionException("'" + text + "': IN and OUT are the same file");
            }
            return new PortBinding(number, Kind.PCAP, "", inPath, outPath);
        }
    }
}
