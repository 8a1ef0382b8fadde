// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/**
 * {@code onos:component-states}: how many of ONOS's components run, and for each that does not,
 * what it waits for.
 */
@Service
@Command(
        scope = "onos",
        name = "component-states",
        description =
                "Counts components by state; prints the missing dependencies of inactive"
                        + " components")
public class ComponentStatesCommand implements Action {
    private enum State {
        ACTIVE,
        READY,
        WAITING,
        FAILED
    }

    @Reference ServiceComponentRuntime runtime;

    @Override
    public Object execute() {
        Map<State, Integer> counts = new EnumMap<>(State.class);
        List<String> problems = new ArrayList<>();
        for (ComponentDescriptionDTO description : runtime.getComponentDescriptionDTOs()) {
            for (ComponentConfigurationDTO component :
                    runtime.getComponentConfigurationDTOs(description)) {
                State state = stateOf(component);
                counts.merge(state, 1, Integer::sum);
                if (state == State.WAITING || state == State.FAILED) {
                    problems.add(problem(state, description, component));
                }
            }
        }
        for (State state : State.values()) {
            System.out.println(state + " " + counts.getOrDefault(state, 0));
        }
        problems.forEach(System.out::println);
        return null;
    }

    private static State stateOf(ComponentConfigurationDTO component) {
        switch (component.state) {
            case ComponentConfigurationDTO.ACTIVE:
                return State.ACTIVE;
            case ComponentConfigurationDTO.SATISFIED:
                // Runs as soon as somebody uses it.
                return State.READY;
            case ComponentConfigurationDTO.FAILED_ACTIVATION:
                return State.FAILED;
            default:
                return State.WAITING;
        }
    }

    private static String problem(
            State state, ComponentDescriptionDTO description, ComponentConfigurationDTO component) {
        StringBuilder line = new StringBuilder(state + " " + description.name);
        if (component.failure != null) {
            line.append(": ").append(component.failure.lines().findFirst().orElse(""));
        }
        for (UnsatisfiedReferenceDTO missing : component.unsatisfiedReferences) {
            line.append(" <- ").append(interfaceOf(description, missing.name));
        }
        return line.toString();
    }

    private static String interfaceOf(ComponentDescriptionDTO description, String reference) {
        Collection<ReferenceDTO> references = List.of(description.references);
        return references.stream()
                .filter(r -> r.name.equals(reference))
                .map(r -> r.interfaceName)
                .findFirst()
                .orElse(reference);
    }
}
