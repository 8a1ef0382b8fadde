// SPDX-License-Identifier: Apache-2.0
// The network as ONOS has discovered it. Switches stand in rows by their distance from hosts; the
// width and colour of a line say how much of a port's rate leaves it.

import { add, addSvg, byId, onChange, renew, write } from "../dom";
import { percent, rate } from "../format";
import { portId, type Device, type OnosHost, type OnosLink, type Port } from "../types";

const ROW_PX = 84;
const TOP_PX = 34;
const SIDE_PX = 40;
const LEAST_GAP_PX = 84;
const HOST_GAP_PX = 46;
/** Beyond this many hosts, a switch shows their number instead. */
const MOST_HOSTS = 40;

export interface Network {
  links: OnosLink[];
  hosts: OnosHost[];
}

interface Place {
  x: number;
  y: number;
}

/** IPv4 if the host has it: its last number fits under a dot. */
const address = ({ ipAddresses }: OnosHost) =>
  ipAddresses.find((one) => !one.includes(":")) ?? ipAddresses[0] ?? "no address";

const short = (device: string) => device.replace(/^device:/, "");

/** Links from a switch to its neighbours, without direction. */
function neighbours(devices: string[], links: OnosLink[]): Map<string, Set<string>> {
  const all = new Map(devices.map((device) => [device, new Set<string>()]));
  for (const { src, dst } of links) {
    all.get(src.device)?.add(dst.device);
    all.get(dst.device)?.add(src.device);
  }
  return all;
}

/** Hops from the nearest switch with hosts; 0 for those themselves, and for islands without any. */
function distances(devices: string[], { links, hosts }: Network): Map<string, number> {
  const near = neighbours(devices, links);
  const withHosts = new Set(hosts.flatMap(({ locations }) => locations.map(({ elementId }) => elementId)));
  const found = new Map<string, number>();
  let ring = devices.filter((device) => withHosts.has(device));
  for (let hops = 0; ring.length > 0; hops++) {
    ring.forEach((device) => found.set(device, hops));
    ring = [...new Set(ring.flatMap((device) => [...(near.get(device) ?? [])]))].filter(
      (device) => !found.has(device) && near.has(device),
    );
  }
  devices.forEach((device) => found.has(device) || found.set(device, 0));
  return found;
}

/** Places of switches and hosts. Rows keep the order of names, so that the picture stays the same. */
function layout(devices: string[], network: Network, width: number) {
  const hops = distances(devices, network);
  const highest = Math.max(0, ...hops.values());
  const places = new Map<string, Place>();
  for (let row = 0; row <= highest; row++) {
    const there = devices
      .filter((device) => hops.get(device) === row)
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    there.forEach((device, i) =>
      places.set(device, {
        x: SIDE_PX + ((i + 0.5) / there.length) * (width - 2 * SIDE_PX),
        y: TOP_PX + (highest - row) * ROW_PX,
      }),
    );
  }
  const hostPlaces: { host: OnosHost; place: Place; at: Place; port: string }[] = [];
  const byDevice = new Map<string, OnosHost[]>();
  for (const host of network.hosts) {
    const device = host.locations[0]?.elementId ?? "";
    byDevice.set(device, [...(byDevice.get(device) ?? []), host]);
  }
  for (const [device, hosts] of byDevice) {
    const at = places.get(device);
    if (!at) {
      continue;
    }
    const order = (host: OnosHost) => Number(host.locations[0]?.port ?? 0);
    hosts.sort((a, b) => order(a) - order(b));
    const perRow = [...hops.values()].filter((value) => value === 0).length;
    const gap = Math.min(HOST_GAP_PX, (width - 2 * SIDE_PX) / Math.max(1, perRow) / hosts.length);
    hosts.forEach((host, i) =>
      hostPlaces.push({
        host,
        at,
        place: { x: at.x + (i - (hosts.length - 1) / 2) * gap, y: at.y + ROW_PX * 0.75 },
        port: `${device}/${host.locations[0]?.port}`,
      }),
    );
  }
  return { places, hostPlaces, height: TOP_PX + highest * ROW_PX + ROW_PX };
}

interface Lane {
  line: SVGElement;
  title: SVGTitleElement;
}

/** Lines of the picture by the port from which their packets leave; a port with two hosts has two. */
const lanes = new Map<string, Lane[]>();

function lane(parent: SVGElement, port: string, from: Place, to: Place): void {
  const link = addSvg(parent, "a", { href: `#port=${encodeURIComponent(port)}`, "data-lane": port });
  // A wide invisible line is easier to hit than the visible one.
  addSvg(link, "line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "reach" });
  const line = addSvg(link, "line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "lane" });
  const title = addSvg(link, "title");
  lanes.set(port, [...(lanes.get(port) ?? []), { line, title }]);
}

/** Each direction of a link is a line of its own, a little beside the other. */
function beside(from: Place, to: Place, px: number): [Place, Place] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const dx = (-(to.y - from.y) / length) * px;
  const dy = ((to.x - from.x) / length) * px;
  return [
    { x: from.x + dx, y: from.y + dy },
    { x: to.x + dx, y: to.y + dy },
  ];
}

interface Picture {
  network: Network;
  devices: { device: string; available: boolean }[];
  width: number;
}

const draw = onChange((picture: Picture) => renew(byId("topology-picture"), () => drawPicture(picture)));

function drawPicture({ network, devices, width }: Picture): void {
  const svg = byId("topology-picture");
  lanes.clear();
  const names = devices.map(({ device }) => device);
  const drawn = layout(names, network, width);
  const manyHosts = drawn.hostPlaces.length > MOST_HOSTS;
  svg.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(drawn.height));
  const lines = addSvg(svg, "g");
  for (const { src, dst } of network.links) {
    const from = drawn.places.get(src.device);
    const to = drawn.places.get(dst.device);
    if (from && to) {
      lane(lines, `${src.device}/${src.port}`, ...beside(from, to, 3));
    }
  }
  if (!manyHosts) {
    for (const { host, place, at, port } of drawn.hostPlaces) {
      lane(lines, port, at, place);
      const node = addSvg(svg, "g", { class: "host" });
      addSvg(node, "circle", { cx: place.x, cy: place.y, r: 5 });
      addSvg(node, "text", { x: place.x, y: place.y + 17 }, address(host).replace(/^.*\.(?=\d+$)/, "."));
      addSvg(node, "title", {}, `${host.ipAddresses.join(", ")} (${host.id})`);
    }
  }
  for (const { device, available } of devices) {
    const place = drawn.places.get(device)!;
    const node = addSvg(svg, "g", { class: "switch", "data-device": device, "data-available": String(available) });
    addSvg(node, "rect", { x: place.x - 21, y: place.y - 13, width: 42, height: 26, rx: 4 });
    addSvg(node, "text", { x: place.x, y: place.y + 4 }, short(device));
    const hosts = drawn.hostPlaces.filter(({ host }) => host.locations[0]?.elementId === device).length;
    if (manyHosts && hosts > 0) {
      addSvg(node, "text", { x: place.x, y: place.y + 28, class: "count" }, `${hosts} hosts`);
    }
    addSvg(node, "title", {}, `${device}: ${available ? "connected" : "no contact"}`);
  }
}

/** Five steps of load, as colours of the style sheet. */
function step(load: number): number {
  return Math.min(4, Math.floor(load * 5));
}

/** Draws the network if it has changed, and colours every line by its port's load. */
export function showTopology(network: Network, devices: Device[], ports: Port[]): void {
  byId("topology").hidden = devices.length === 0;
  const box = byId("topology-box");
  const widest = Math.max(
    1,
    ...[...distances(devices.map(({ device }) => device), network).values()].map(
      (hops, _, all) => all.filter((other) => other === hops).length,
    ),
  );
  draw({
    network,
    devices: devices.map(({ device, available }) => ({ device, available })),
    width: Math.max(box.clientWidth - 2, 2 * SIDE_PX + widest * LEAST_GAP_PX),
  });
  const carried = new Map(ports.map((port) => [portId(port), port]));
  for (const [id, ofPort] of lanes) {
    const port = carried.get(id);
    const goodputBps = port?.classes.reduce((sum, queue) => sum + (queue.goodputBps ?? 0), 0);
    const load = port?.measured && goodputBps !== undefined ? goodputBps / port.rateBps : null;
    const missed = port?.classes.filter((queue) => queue.targetMet === false).map(({ name }) => name) ?? [];
    const text =
      load === null
        ? `${id}: ${port ? "no recent reading" : "not under control"}`
        : `${id}: ${rate(goodputBps)}bit/s leave it, ${percent(load)} of its rate` +
          (missed.length > 0 ? `; targets missed: ${missed.join(", ")}` : "");
    for (const { line, title } of ofPort) {
      line.setAttribute("data-load", load === null ? "unknown" : String(step(load)));
      line.setAttribute("data-missed", String(missed.length > 0));
      write(title, text);
    }
  }
}

/** The key of the colours, made once. */
export function showLoadKey(): void {
  const key = byId("topology-key");
  ["0", "20", "40", "60", "80"].forEach((from, i) => {
    add(key, "span", { class: "load", "data-load": i });
    key.append(i < 4 ? `${from} to ${Number(from) + 20} %` : "80 % and more");
  });
}
