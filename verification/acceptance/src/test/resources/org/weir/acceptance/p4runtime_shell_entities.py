# SPDX-License-Identifier: Apache-2.0
"""Drives a switch that runs the test program entities.p4 with p4runtime-shell: the pipeline, every
kind of entity, packets, digests and idle timeouts. Asks for a frame by printing "receive PORT HEX"."""
import os
import re
import sys
import tempfile

import p4runtime_sh.shell as sh
from p4.v1 import p4runtime_pb2

ADDRESS, P4INFO, JSON = sys.argv[1:4]
IPV4 = bytes.fromhex("020000000002" "020000000001" "0800" + "00" * 46)
ARP = bytes.fromhex("ffffffffffff" "020000000001" "0806" + "00" * 46)
DEADLINE_S = 30


def receive(port, frame):
    print("receive", port, frame.hex(), flush=True)


def one(entity):
    found = list(entity.read())
    assert len(found) == 1, [str(each) for each in found]
    return found[0]


def shortest(entity):
    """The shell's byte strings are as long as fields are wide; those read are as short as can be."""
    return re.sub(r'"(\\+x00)+(?=\\+x)', '"', str(entity))


def expect_one(filter, entity):
    found = one(filter)
    assert shortest(found) == shortest(entity), f"{found}\n-- is not --\n{entity}"


def written_is_read(entity):
    entity.insert()
    expect_one(entity, entity)


def action(name, **parameters):
    made = sh.Action(name)
    for parameter, value in parameters.items():
        made[parameter] = str(value)
    return made


def tables():
    entry = sh.TableEntry("I.routes")(action="I.set_output")
    entry.match["h.ipv4.dst_addr"] = "10.0.0.0/8"
    entry.action["port"] = "1"
    entry.metadata = b"mine"
    entry.insert()
    expect_one(sh.TableEntry("I.routes"), entry)
    entry.action["port"] = "2"
    entry.modify()
    expect_one(sh.TableEntry("I.routes"), entry)
    entry.delete()
    assert not list(sh.TableEntry("I.routes").read())
    default = sh.TableEntry("I.routes")(action="I.set_output", is_default=True)
    default.action["port"] = "3"
    default.modify()
    expect_one(sh.TableEntry("I.routes")(is_default=True), default)


def direct_resources():
    limit = sh.TableEntry("I.limits")(action="I.metered")
    limit.match["h.ethernet.src_addr"] = "0x0200000000aa"
    limit.action["port"] = "3"
    limit.meter_config.cir = 1000
    limit.meter_config.cburst = 100
    limit.meter_config.pir = 2000
    limit.meter_config.pburst = 200
    limit.insert()
    meter = sh.DirectMeterEntry("I.acl_meter")
    meter.table_entry.match["h.ethernet.src_addr"] = "0x0200000000aa"
    assert one(meter).cir == 1000
    meter.cir = meter.pir = 5
    meter.cburst = meter.pburst = 7
    meter.modify()
    assert one(meter).pburst == 7
    acl = sh.TableEntry("I.acl")(action="I.drop")
    acl.match["h.ethernet.ether_type"] = "0x86dd"
    acl.priority = 9
    acl.insert()
    counter = sh.DirectCounterEntry("I.acl_counter")
    counter.table_entry.match["h.ethernet.ether_type"] = "0x86dd"
    counter.table_entry.priority = 9
    counter.packet_count = 3
    counter.modify()
    assert one(counter).packet_count == 3


def arrays():
    counter = sh.CounterEntry("I.per_port")
    counter.index = 3
    counter.packet_count = 5
    counter.byte_count = 600
    counter.modify()
    expect_one(counter, counter)
    counter.index = None
    assert len(list(counter.read())) == 16
    meter = sh.MeterEntry("I.per_class")
    meter.index = 2
    meter.cir, meter.cburst, meter.pir, meter.pburst = 1, 2, 3, 4
    meter.modify()
    expect_one(meter, meter)


def selectors():
    members = []
    for port in (1, 2):
        member = sh.ActionProfileMember("I.ecmp")(
            member_id=port, action="I.set_output"
        )
        member.action["port"] = str(port)
        written_is_read(member)
        members.append(member)
    group = sh.ActionProfileGroup("I.ecmp")(group_id=1)
    group.max_size = 8
    group.add(1, weight=1).add(2, weight=3, watch_port=b"\x02")
    written_is_read(group)
    entry = sh.TableEntry("I.multipath")
    entry.match["h.ipv4.protocol"] = "17"
    entry.group_id = 1
    entry.insert()
    expect_one(sh.TableEntry("I.multipath"), entry)
    entry.delete()
    group.delete()
    for member in members:
        member.delete()
    shot = sh.TableEntry("I.multipath")
    shot.match["h.ipv4.protocol"] = "17"
    shot.oneshot.add(action("I.set_output", port=1), weight=2, watch_port=b"\x01")
    shot.oneshot.add(action("I.set_output", port=2))
    shot.insert()
    expect_one(sh.TableEntry("I.multipath"), shot)
    shot.delete()


def replication():
    session = sh.CloneSessionEntry(5)
    session.add(3, 1)
    session.cos = 2
    session.packet_length_bytes = 64
    written_is_read(session)
    group = sh.MulticastGroupEntry(9)
    group.add(1, 1).add(2, 1)
    written_is_read(group)


def what_the_shell_has_no_class_for():
    """Registers and value sets: written from a file, read through the shell's own client."""
    p4info = sh.context.p4info
    (register,) = (r.preamble.id for r in p4info.registers if r.preamble.name == "I.seen")
    (value_set,) = (v.preamble.id for v in p4info.value_sets)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(
            f"""updates {{ type: MODIFY entity {{ register_entry {{
                  register_id: {register} index {{ index: 2 }} data {{ bitstring: "\\x2a" }} }} }} }}
                updates {{ type: MODIFY entity {{ value_set_entry {{
                  value_set_id: {value_set}
                  members {{ match {{ field_id: 1 exact {{ value: "\\x22\\xf3" }} }} }} }} }} }}"""
        )
        file.flush()
        sh.Write(file.name)
    wanted = p4runtime_pb2.Entity()
    wanted.register_entry.register_id = register
    wanted.register_entry.index.index = 2
    (answer,) = sh.client.read_one(wanted)
    assert answer.entities[0].register_entry.data.bitstring == b"\x2a", answer
    wanted.value_set_entry.value_set_id = value_set
    (answer,) = sh.client.read_one(wanted)
    assert len(answer.entities[0].value_set_entry.members) == 1, answer


def packets():
    punt = sh.TableEntry("I.acl")(action="I.punt")
    punt.match["h.ethernet.ether_type"] = "0x800"
    punt.priority = 5
    punt.insert()
    packet_in = sh.PacketIn()
    receive(4, IPV4)
    packet = packet_in.packet_in_queue.get(timeout=DEADLINE_S).packet
    assert packet.payload == IPV4 and packet.metadata[0].value == b"\x04", packet
    # A packet-out to the CPU port comes back as a packet-in.
    sh.PacketOut(payload=ARP, egress_port="255", _pad="0").send()
    assert packet_in.packet_in_queue.get(timeout=DEADLINE_S).packet.payload == ARP


def digests():
    digest = sh.DigestEntry("learn_t")
    digest.max_list_size = 1
    digest.insert()
    lists = sh.DigestList()
    receive(2, ARP)
    learnt = lists.digest_list_queue.get(timeout=DEADLINE_S).digest
    members = learnt.data[0].struct.members
    assert [m.bitstring for m in members] == [ARP[6:12], b"\x02"], learnt


def idle_timeouts():
    notifications = sh.IdleTimeoutNotification()
    entry = sh.TableEntry("I.aged")(action="I.set_output")
    entry.match["h.ethernet.src_addr"] = "0x020000000077"
    entry.action["port"] = "1"
    entry.idle_timeout_ns = 20_000_000
    entry.insert()
    idle = notifications.notification_queue.get(timeout=DEADLINE_S)
    told = idle.idle_timeout_notification.table_entry[0]
    assert told.idle_timeout_ns == 20_000_000, idle
    entry.delete()


sh.setup(
    device_id=7,
    grpc_addr=ADDRESS,
    election_id=(0, 1),
    config=sh.FwdPipeConfig(P4INFO, JSON),
    verbose=False,
)
for step in (
    tables,
    direct_resources,
    arrays,
    selectors,
    replication,
    what_the_shell_has_no_class_for,
    packets,
    digests,
    idle_timeouts,
):
    step()
    print("did", step.__name__, flush=True)
sh.teardown()
print("all entities, packets, digests", flush=True)
# The shell's own threads may wait for messages for ever.
os._exit(0)
