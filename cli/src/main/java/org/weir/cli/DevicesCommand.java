// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.DeviceView;
import org.weir.app.json.DeviceJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.DeviceText;

/** Shows the switches and the packets that they dropped outside the queues of classes. */
@Service
@Command(
        scope = "onos",
        name = "weir-devices",
        description = "Shows Weir's switches and the packets they dropped outside queues")
public final class DevicesCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        List<DeviceView> devices = weir().devices();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("devices", DeviceJson.devices(devices));
            print("%s", node);
            return;
        }
        DeviceText.lines(devices).forEach(line -> print("%s", line));
    }
}
