// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import java.math.BigInteger;
import java.util.Optional;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.DeviceId;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Election ids in ONOS's replicated store, which survives restarts. */
@Component(immediate = true, service = ElectionIds.class)
public class StoredElectionIds implements ElectionIds {

    private static final String MAP_NAME = "weir-p4runtime-election-ids";

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected StorageService storageService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ClusterService clusterService;

    private final Logger log = LoggerFactory.getLogger(getClass());

    /** Device id to its {@link ClaimRecord}. */
    private ConsistentMap<String, String> highest;

    @Activate
    protected void activate() {
        highest =
                storageService
                        .<String, String>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(Serializer.using(KryoNamespaces.API))
                        .build();
    }

    /** One more than the number of nodes whose names come before this node's. */
    @Override
    public BigInteger standby() {
        NodeId local = clusterService.getLocalNode().id();
        long before =
                clusterService.getNodes().stream()
                        .filter(node -> node.id().id().compareTo(local.id()) < 0)
                        .count();
        return LEAST.add(BigInteger.valueOf(before)).min(LEAST_OF_PRIMARY.subtract(BigInteger.ONE));
    }

    @Override
    public Optional<BigInteger> claim(DeviceId device, BigInteger wanted) {
        try {
            Versioned<String> claimed =
                    highest.compute(
                            device.toString(),
                            (id, stored) -> ClaimRecord.read(stored).claim(wanted).toString());
            return ClaimRecord.read(claimed.value()).idOf(wanted);
        } catch (StorageException e) {
            log.warn("{}: not claimed: the cluster's store does not answer: {}", device, e);
            return Optional.empty();
        }
    }

    @Override
    public void seen(DeviceId device, BigInteger electionId) {
        try {
            highest.compute(
                    device.toString(),
                    (id, stored) -> ClaimRecord.read(stored).seen(electionId).toString());
        } catch (StorageException e) {
            log.warn("{}: election id {} not stored: {}", device, electionId, e);
        }
    }
}
