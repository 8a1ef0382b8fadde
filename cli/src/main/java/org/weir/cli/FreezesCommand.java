// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.WeirService;
import org.weir.app.change.Freeze;
import org.weir.app.json.FreezeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.FreezeText;
import org.weir.cli.text.TextTable;
import org.weir.cli.text.UtcTime;

/** Shell command that shows whether settings are frozen, and the record of freezes. */
@Service
@Command(
        scope = "onos",
        name = "weir-freezes",
        description = "Shows whether Weir's settings are frozen, and the record of freezes")
public final class FreezesCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        if (outputJson()) {
            print("%s", FreezeJson.of(weir));
            return;
        }
        print("%s", FreezeText.state(weir.isFreezeKnown(), weir.isFrozen()));
        Optional<List<Freeze>> record = weir.freezes();
        if (record.isEmpty()) {
            print("ONOS's store does not answer: the record of freezes cannot be read");
            return;
        }
        TextTable table = new TextTable("time", "who", "via", "frozen", "reason");
        for (Freeze one : record.get()) {
            table.row(
                    UtcTime.text(one.timeMs()),
                    one.who(),
                    one.via(),
                    one.frozen() ? "yes" : "no",
                    one.what());
        }
        table.lines().forEach(line -> print("%s", line));
    }
}
