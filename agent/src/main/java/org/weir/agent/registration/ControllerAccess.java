// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.weir.control.policy.PolicyException;

/**
 * Addresses of the controller and the words by which it knows this host. The words come from a file
 * or from the environment, never from the command line, which every user of the host can read.
 *
 * @param bases addresses of the nodes of ONOS, such as {@code https://onos.example.net:8443}, in
 *     the order in which they are tried; at least one
 * @param authorization value of the header {@code Authorization}
 */
public record ControllerAccess(List<URI> bases, String authorization) {
    /** Variable with {@code USER:PASSWORD}. */
    public static final String VARIABLE = "WEIR_CONTROLLER_CREDENTIALS";

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    /**
     * Reads the words.
     *
     * @param urls addresses of the nodes of ONOS, at least one
     * @param file file whose first line is {@code USER:PASSWORD} and that its owner alone may read;
     *     null for the variable {@value #VARIABLE}
     * @param variable value of that variable, or null
     * @throws PolicyException if one of them is not what it has to be
     */
    public static ControllerAccess of(List<String> urls, Path file, String variable) {
        String words = file == null ? variable : firstLine(file);
        if (words == null || words.indexOf(':') < 1) {
            throw new PolicyException(
                    "controller",
                    "credentials",
                    "must be USER:PASSWORD, in the file of --credentials or in " + VARIABLE);
        }
        return new ControllerAccess(
                urls.stream().map(ControllerAccess::base).toList(),
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString(words.getBytes(StandardCharsets.UTF_8)));
    }

    private static String firstLine(Path file) {
        try {
            for (PosixFilePermission each : Files.getPosixFilePermissions(file)) {
                if (OTHERS.contains(each)) {
                    throw new PolicyException(
                            file.toString(),
                            "credentials",
                            "others than its owner may read it; chmod 600 " + file);
                }
            }
            return Files.readAllLines(file).stream().findFirst().orElse("").strip();
        } catch (IOException e) {
            throw new PolicyException(file.toString(), "credentials", "cannot be read");
        }
    }

    private static URI base(String url) {
        try {
            URI base = new URI(url.replaceAll("/+$", ""));
            boolean isHttp = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
            if (isHttp
                    && base.getHost() != null
                    && base.getUserInfo() == null
                    && base.getQuery() == null) {
                return base;
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        throw new PolicyException(
                "controller",
                "url",
                "must be such as https://onos.example.net:8443, without a user");
    }

    /** True if the words go over a network as they are. */
    boolean isReadableOnTheWay() {
        return bases.stream().anyMatch(ControllerAccess::isReadableOnTheWay);
    }

    private static boolean isReadableOnTheWay(URI base) {
        return base.getScheme().equals("http")
                && !base.getHost().matches("localhost|127\\..*|\\[::1]");
    }

    /** Path of an address's resource. */
    static String resource(InetAddress address) {
        return "/onos/weir/v1/agents/" + text(address);
    }

    /** Path of the flows from an address. */
    static String flows(InetAddress address) {
        return resource(address) + "/flows";
    }

    /** An address without the interface that Java adds to those of IPv6. */
    static String text(InetAddress address) {
        return address.getHostAddress().replaceAll("%.*", "");
    }

    @Override
    public String toString() {
        return bases.stream().map(URI::toString).collect(Collectors.joining(", "));
    }
}
