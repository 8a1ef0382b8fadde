// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Collection;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.service.PiFlowRuleTranslator;
import org.onosproject.net.pi.service.PiTranslationException;
import org.onosproject.net.pi.service.PiTranslationService;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes the actions of table entries in one P4Runtime Write. */
public final class P4RuntimeEntryActions extends AbstractHandlerBehaviour implements EntryActions {

    private static final Logger LOG = LoggerFactory.getLogger(P4RuntimeEntryActions.class);

    private P4RuntimeController controller;
    private PiFlowRuleTranslator translator;

    @Override
    public void modify(Collection<FlowRule> rules) {
        DeviceId device = data().deviceId();
        if (controller == null) {
            controller = handler().get(P4RuntimeController.class);
            translator = handler().get(PiTranslationService.class).flowRuleTranslator();
        }
        P4RuntimeClient client = controller.get(device);
        if (client == null || rules.isEmpty()) {
            return;
        }
        try {
            DeviceIdentity identity = DeviceIdentity.of(device, handler());
            WriteRequest request = client.write(identity.p4DeviceId(), identity.pipeconf());
            for (FlowRule rule : rules) {
                request.modify(translator.translate(rule, identity.pipeconf()));
            }
            request.submit();
        } catch (PiTranslationException | IllegalStateException e) {
            LOG.warn("{}: entries not changed at once: {}", device, e.getMessage());
        }
    }
}
