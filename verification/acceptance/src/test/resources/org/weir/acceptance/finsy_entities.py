# SPDX-License-Identifier: Apache-2.0
"""Drives a switch that runs the test program entities.p4 with finsy: the pipeline, every kind of
entity, packets, digests and idle timeouts. Asks for a frame by printing "receive PORT HEX"."""
import asyncio
import sys
from pathlib import Path

import finsy as fy
from finsy.p4entity import P4ValueSetMember

ADDRESS, P4INFO, JSON = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
IPV4 = bytes.fromhex("020000000002" "020000000001" "0800" + "00" * 46)
ARP = bytes.fromhex("ffffffffffff" "020000000001" "0806" + "00" * 46)
DEADLINE_S = 30


def receive(port, frame):
    print("receive", port, frame.hex(), flush=True)


async def all_of(sw, entity):
    return [one async for one in sw.read(entity)]


async def one_of(sw, entity):
    found = await all_of(sw, entity)
    assert len(found) == 1, found
    return found[0]


async def expect_one(sw, filter, entity):
    """Reads what is to be one entity, on the wire as finsy would write it."""
    found = await one_of(sw, filter)
    assert found.encode(sw.p4info) == entity.encode(sw.p4info), (found, entity)


async def written_is_read(sw, entity):
    """Inserts an entity, and expects it back as it went."""
    await sw.insert([entity])
    await expect_one(sw, entity, entity)


async def expect(messages):
    """Starts to wait for a message; finsy keeps none that come before."""

    async def take():
        async for message in messages:
            return message

    waiting = asyncio.create_task(take())
    await asyncio.sleep(0)
    return waiting


async def tables(sw):
    entry = fy.P4TableEntry(
        "routes",
        match=fy.Match({"h.ipv4.dst_addr": "10.0.0.0/8"}),
        action=fy.Action("set_output", port=1),
        metadata=b"mine",
    )
    await sw.insert([entry])
    await expect_one(sw, fy.P4TableEntry("routes"), entry)
    changed = fy.P4TableEntry(
        "routes", match=entry.match, action=fy.Action("set_output", port=2)
    )
    await sw.modify([changed])
    await expect_one(sw, fy.P4TableEntry("routes"), changed)
    await sw.delete([entry])
    assert await all_of(sw, fy.P4TableEntry("routes")) == []
    (constant,) = await all_of(sw, fy.P4TableEntry("l2"))
    assert constant.is_const
    try:
        await sw.delete([fy.P4TableEntry("l2", match=constant.match)])
        raise AssertionError("a constant entry was deleted")
    except fy.P4ClientError as error:
        assert "PERMISSION_DENIED" in str(error), error


async def default_actions(sw):
    default = fy.P4TableEntry(
        "routes", is_default_action=True, action=fy.Action("set_output", port=3)
    )
    await sw.modify([default])
    await expect_one(sw, fy.P4TableEntry("routes", is_default_action=True), default)
    await sw.modify([fy.P4TableEntry("routes", is_default_action=True)])
    initial = await one_of(sw, fy.P4TableEntry("routes", is_default_action=True))
    assert initial.action.name.endswith("drop"), initial


async def direct_resources(sw):
    rates = fy.P4MeterConfig(cir=1000, cburst=100, pir=2000, pburst=200)
    limit = fy.P4TableEntry(
        "limits",
        match=fy.Match({"h.ethernet.src_addr": 0x0200000000AA}),
        action=fy.Action("metered", port=3),
        meter_config=rates,
    )
    await sw.insert([limit])
    key = fy.P4TableEntry("limits", match=limit.match)
    assert (await one_of(sw, fy.P4DirectMeterEntry(table_entry=key))).config == rates
    await sw.modify([fy.P4DirectMeterEntry(table_entry=key)])
    assert (await one_of(sw, fy.P4DirectMeterEntry(table_entry=key))).config is None
    acl = fy.P4TableEntry(
        "acl",
        match=fy.Match({"h.ethernet.ether_type": 0x86DD}),
        priority=9,
        action=fy.Action("drop"),
        counter_data=fy.P4CounterData(packet_count=3, byte_count=300),
    )
    await sw.insert([acl])
    key = fy.P4TableEntry("acl", match=acl.match, priority=9)
    counter = await one_of(sw, fy.P4DirectCounterEntry(table_entry=key))
    assert (counter.packet_count, counter.byte_count) == (3, 300), counter
    await sw.delete([limit, acl])


async def arrays(sw):
    value = fy.P4CounterData(packet_count=5, byte_count=600)
    counter = fy.P4CounterEntry("per_port", index=3, data=value)
    await sw.modify([counter])
    await expect_one(sw, fy.P4CounterEntry("per_port", index=3), counter)
    assert len(await all_of(sw, fy.P4CounterEntry("per_port"))) == 16
    rates = fy.P4MeterConfig(cir=1, cburst=2, pir=3, pburst=4)
    meter = fy.P4MeterEntry("per_class", index=2, config=rates)
    await sw.modify([meter])
    await expect_one(sw, fy.P4MeterEntry("per_class", index=2), meter)
    register = fy.P4RegisterEntry("seen", index=2, data=0xDEADBEEF)
    await sw.modify([register])
    await expect_one(sw, fy.P4RegisterEntry("seen", index=2), register)
    assert len(await all_of(sw, fy.P4RegisterEntry("seen"))) == 8


async def selectors(sw):
    first_member = fy.P4ActionProfileMember(
        "ecmp", member_id=1, action=fy.Action("set_output", port=1)
    )
    second_member = fy.P4ActionProfileMember(
        "ecmp", member_id=2, action=fy.Action("set_output", port=2)
    )
    await written_is_read(sw, first_member)
    await written_is_read(sw, second_member)
    group = fy.P4ActionProfileGroup(
        "ecmp",
        group_id=1,
        max_size=8,
        members=[fy.P4Member(1, weight=1), fy.P4Member(2, weight=(3, 2))],
    )
    await written_is_read(sw, group)
    match = fy.Match({"h.ipv4.protocol": 17})
    by_group = fy.P4TableEntry(
        "multipath", match=match, action=fy.P4IndirectAction(group_id=1)
    )
    await sw.insert([by_group])
    await expect_one(sw, fy.P4TableEntry("multipath"), by_group)
    await sw.delete([by_group])
    await sw.delete([group])
    await sw.delete([first_member, second_member])
    one_shot = fy.P4TableEntry(
        "multipath",
        match=match,
        action=fy.P4IndirectAction(
            [
                ((2, 1), fy.Action("set_output", port=1)),
                (1, fy.Action("set_output", port=2)),
            ]
        ),
    )
    await sw.insert([one_shot])
    await expect_one(sw, fy.P4TableEntry("multipath"), one_shot)
    await sw.delete([one_shot])


async def replication(sw):
    await written_is_read(
        sw,
        fy.P4CloneSessionEntry(
            5, class_of_service=2, packet_length_bytes=64, replicas=[3]
        ),
    )
    await written_is_read(
        sw,
        fy.P4MulticastGroupEntry(9, replicas=[(1, 1), (2, 1)], metadata=b"flood"),
    )


async def value_sets(sw):
    members = fy.P4ValueSetEntry(
        "marked_types",
        members=[P4ValueSetMember(0x22F3), P4ValueSetMember(0x893B)],
    )
    await sw.modify([members])
    await expect_one(sw, fy.P4ValueSetEntry("marked_types", members=[]), members)


async def packets(sw):
    punt = fy.P4TableEntry(
        "acl",
        match=fy.Match({"h.ethernet.ether_type": 0x800}),
        priority=5,
        action=fy.Action("punt"),
    )
    await sw.insert([punt])
    waiting = await expect(sw.read_packets())
    receive(4, IPV4)
    packet = await waiting
    assert packet.payload == IPV4, packet
    assert packet["ingress_port"] == 4, packet
    # A packet-out to the CPU port comes back as a packet-in.
    waiting = await expect(sw.read_packets())
    await sw.write(fy.P4PacketOut(ARP, egress_port=255, _pad=0))
    assert (await waiting).payload == ARP


async def digests(sw):
    await sw.insert([fy.P4DigestEntry("learn_t", max_list_size=1)])
    waiting = await expect(sw.read_digests("learn_t"))
    receive(2, ARP)
    learnt = await waiting
    assert learnt.data == [{"address": 0x020000000001, "port": 2}], learnt
    await sw.write(learnt.ack())


async def idle_timeouts(sw):
    entry = fy.P4TableEntry(
        "aged",
        match=fy.Match({"h.ethernet.src_addr": 0x020000000077}),
        action=fy.Action("set_output", port=1),
        idle_timeout_ns=20_000_000,
    )
    waiting = await expect(sw.read_idle_timeouts())
    await sw.insert([entry])
    idle = await waiting
    (told,) = idle.table_entry
    assert told.encode(sw.p4info).table_entry.match == entry.encode(sw.p4info).table_entry.match
    await sw.delete([entry])


async def main():
    options = fy.SwitchOptions(p4info=P4INFO, p4blob=JSON, device_id=7, fail_fast=True)
    async with fy.Switch("switch", ADDRESS, options) as sw:
        assert sw.p4runtime_version[:2] == (1, 4), sw.p4runtime_version
        for step in (
            tables,
            default_actions,
            direct_resources,
            arrays,
            selectors,
            replication,
            value_sets,
            packets,
            digests,
            idle_timeouts,
        ):
            await asyncio.wait_for(step(sw), DEADLINE_S)
            print("did", step.__name__, flush=True)


asyncio.run(main())
print("all entities, packets, digests", flush=True)
