# SPDX-License-Identifier: Apache-2.0
"""Writes, reads, changes and deletes a route of a running switch with p4runtime-shell."""
import sys

import p4runtime_sh.shell as sh

ROUTES = "WeirIngress.forwarding.ipv4_routes"


def entries():
    return [str(entry) for entry in sh.TableEntry(ROUTES).read()]


sh.setup(device_id=1, grpc_addr=sys.argv[1], election_id=(0, 1))
entry = sh.TableEntry(ROUTES)(action="WeirIngress.forwarding.set_output")
entry.match["hdr.ipv4.dst_addr"] = "10.0.0.5/32"
entry.action["port"] = "4"
entry.insert()
written = entries()
assert len(written) == 1 and "x04" in written[0], written
entry.action["port"] = "3"
entry.modify()
changed = entries()
assert len(changed) == 1 and "x03" in changed[0], changed
entry.delete()
assert not entries()
sh.teardown()
print("written, read, changed, deleted")
