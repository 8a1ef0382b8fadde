// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.ArrayList;
import java.util.List;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupStore;
import org.onosproject.store.group.impl.DistributedGroupStore;
import org.osgi.service.component.annotations.Component;

/**
 * ONOS 2.4's distributed group store, completed with the method that {@link GroupStore} has gained
 * since: forgetting one application's groups on one device.
 */
@Component(
        immediate = true,
        service = GroupStore.class,
        property = {
            "garbageCollect:Boolean=false",
            "gcThresh:Integer=6",
            "allowExtraneousGroups:Boolean=false"
        })
public class CompletedGroupStore extends DistributedGroupStore {
    @Override
    public void purgeGroupEntries(DeviceId deviceId, ApplicationId application) {
        List<Group> ofApplication = new ArrayList<>();
        for (Group group : getGroups(deviceId)) {
            if (group.appId().equals(application)) {
                ofApplication.add(group);
            }
        }
        ofApplication.forEach(this::removeGroupEntry);
    }
}
