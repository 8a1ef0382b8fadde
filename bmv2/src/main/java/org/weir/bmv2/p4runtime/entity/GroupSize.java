// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.List;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.rpc.RequestException;

/**
 * Rule by which the size of a group is counted (P4Info's {@code selector_size_semantics}).
 *
 * @param countsMembers whether members are counted, rather than their weights added up
 * @param maxMemberWeight greatest weight of a member where members are counted; 0 for any
 */
record GroupSize(boolean countsMembers, int maxMemberWeight) {

    /** Rule that an action selector declares; without a declaration weights are added up. */
    static GroupSize of(ActionProfile profile) {
        return new GroupSize(
                profile.hasSumOfMembers(), profile.getSumOfMembers().getMaxMemberWeight());
    }

    /**
     * Refuses groups that are too large.
     *
     * @param maxSize greatest size; 0 for any
     * @param code with what groups above it are refused
     */
    void requireWithin(List<Integer> weights, int maxSize, Status.Code code, String what) {
        for (int weight : weights) {
            if (countsMembers && maxMemberWeight > 0 && weight > maxMemberWeight) {
                throw RequestException.invalid(
                        what
                                + ", weight: "
                                + weight
                                + " is above the selector's max_member_weight "
                                + maxMemberWeight);
            }
        }
        long size =
                countsMembers
                        ? weights.size()
                        : weights.stream().mapToLong(Integer::longValue).sum();
        if (maxSize > 0 && size > maxSize) {
            throw new RequestException(
                    code,
                    what
                            + (countsMembers ? ": its " : ": the weights' sum ")
                            + size
                            + (countsMembers ? " members are" : " is")
                            + " above the group's greatest size "
                            + maxSize);
        }
    }
}
