// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.storenode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The members of a store by their ids, each with the address on which it listens. Every member is
 * given the same list.
 */
final class StoreMembers {
    private static final Pattern MEMBER = Pattern.compile("([\\w.-]+)=([^:=]+):(\\d{1,5})");
    private static final int GREATEST_PORT = 65_535;

    private final Map<String, Address> addresses = new LinkedHashMap<>();

    /** A member's address. */
    static final class Address {
        final String host;
        final int port;

        Address(String host, int port) {
            this.host = host;
            this.port = port;
        }
    }

    private StoreMembers() {}

    /**
     * Reads members such as {@code store-1=10.0.0.11:5679}.
     *
     * @throws IllegalArgumentException when one is not of this form or is named twice, or none is
     *     given
     */
    static StoreMembers parse(List<String> items) {
        StoreMembers members = new StoreMembers();
        for (String item : items) {
            Matcher parts = MEMBER.matcher(item);
            int port = parts.matches() ? Integer.parseInt(parts.group(3)) : 0;
            if (port < 1 || port > GREATEST_PORT) {
                throw new IllegalArgumentException(
                        "member: must be such as store-1=10.0.0.11:5679, not \"" + item + "\"");
            }
            Address former =
                    members.addresses.putIfAbsent(
                            parts.group(1), new Address(parts.group(2), port));
            if (former != null) {
                throw new IllegalArgumentException("member: " + parts.group(1) + " is named twice");
            }
        }
        if (members.addresses.isEmpty()) {
            throw new IllegalArgumentException("member: at least one is required");
        }
        return members;
    }

    Map<String, Address> addresses() {
        return addresses;
    }

    /**
     * Address of one member.
     *
     * @throws IllegalArgumentException when it is not a member
     */
    Address address(String id) {
        Address address = addresses.get(id);
        if (address == null) {
            throw new IllegalArgumentException(
                    "id: must be one of " + addresses.keySet() + ", not \"" + id + "\"");
        }
        return address;
    }
}
