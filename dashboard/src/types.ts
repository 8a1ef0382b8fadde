// SPDX-License-Identifier: Apache-2.0
// Answers of REST, as far as the page shows them. docs/openapi.json describes every field.

export type Target =
  | "delayMs"
  | "p99DelayMs"
  | "jitterMs"
  | "lossFraction"
  | "minRateBps"
  | "maxRateBps";

export type Targets = Partial<Record<Target, number>>;

export interface TrafficClass {
  name: string;
  index: number;
  importance: number;
  targets: Targets;
}

export interface Prediction {
  model: number | null;
  expected: number | null;
  low: number | null;
  high: number | null;
  guaranteed: number | null;
}

export interface Queue {
  name: string;
  index: number;
  offeredBps: number | null;
  targetRateBps: number | null;
  serviceRateBps: number | null;
  goodputBps: number | null;
  weight: number | null;
  marking: "depth" | "rate" | "off" | null;
  thresholdPackets: number | null;
  limitPackets: number | null;
  depthPackets: { mean: number | null; max: number | null };
  delayMs: { p50: number | null; p99: number | null };
  marks: number;
  feedback: number;
  drops: number;
  targetMet: boolean | null;
  missed: string[];
  undecided: string[];
  promise: string;
  promiseBasis: string | null;
  promiseReason: string | null;
  predicted: { delayMs: Prediction; p99DelayMs: Prediction; lossFraction: Prediction };
}

export interface Port {
  device: string;
  port: number;
  rateBps: number;
  capacityPackets: number;
  /** False without a recent reading: marks, feedback and drops are then old, other figures null. */
  measured: boolean;
  solvedAtMs: number;
  resolves: number;
  canaryPlan: number | null;
  scheduling: { mode: string; shareError: number | null; text: string | null };
  aqm: {
    scheme: string;
    targetUs: number;
    intervalUs: number;
    thresholds: boolean;
    averageMemoryMs: number | null;
    averagePackets: number | null;
    qMinPackets: number;
    qBasePackets: number;
    gammaPackets: number;
  };
  classes: Queue[];
}

export interface Ports {
  ports: Port[];
  resolves: number;
}

export interface Alert {
  kind: string;
  subject: string;
  text: string;
  sinceMs: number;
}

export interface Alerts {
  alerts: Alert[];
  groups: { kind: string; count: number; sinceMs: number; text: string }[];
}

export const CAUSES = [
  "unrouted",
  "expired",
  "malformed",
  "acl",
  "portRx",
  "portTx",
  "forged",
  "refused",
  "withheld",
  "limited",
] as const;

export type Cause = (typeof CAUSES)[number];

export interface Device {
  device: string;
  available: boolean;
  drops: Partial<Record<Cause, number | null>>;
  packetsPerSecond: Partial<Record<Cause, number | null>>;
}

export interface Agent {
  address: string;
  byPolicy: boolean;
  leaseSeconds: number | null;
  device: string | null;
}

export interface PolicyVersion {
  version: number;
  timeMs: number;
  who: string;
  via: string;
  what: string;
}

export interface PolicyVersions {
  running: number;
  versions: PolicyVersion[];
}

/** Figures of one kind, such as the upper ends of intervals. */
export interface Outcomes {
  delayMs: number | null;
  p99DelayMs: number | null;
  lossFraction: number | null;
}

export interface PlannedQueue {
  weight: number;
  marking: "depth" | "rate" | "off";
  thresholdPackets: number | null;
  limitPackets: number;
  targetRateBps: number;
  delayMs: number | null;
  p99DelayMs: number | null;
  lossFraction: number | null;
  low: Outcomes;
  high: Outcomes;
  guaranteed: Outcomes;
  missed: string[];
  notGuaranteed: string[];
}

export interface MeasuredQueue {
  delayMs: number | null;
  p99DelayMs: number | null;
  lossFraction: number | null;
}

/** Mean of several runs, with its 95 % confidence interval. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

/** Figures that are measured, predicted and simulated. */
export type Outcome = "delayMs" | "p99DelayMs" | "lossFraction";

export interface Simulation {
  seeds: number;
  periods: number;
  assumptions: string[];
  ports: {
    device: string;
    port: number;
    classes: ({ name: string } & Record<Outcome, Estimate | null>)[];
  }[];
}

export interface PlannedClass {
  name: string;
  loadBps: number;
  changes: boolean;
  measured: MeasuredQueue | null;
  now: PlannedQueue | null;
  planned: PlannedQueue;
}

export interface PlannedPort {
  device: string;
  port: number;
  feasible: boolean;
  changes: boolean;
  classes: PlannedClass[];
}

export interface PlanSummary {
  plan: number;
  basedOn: number;
  who: string;
  state: "open" | "canary" | "guarded" | "applied" | "rolled-back";
  note: string;
  guardedUntilMs: number | null;
  canary: { ports: { device: string; port: number }[]; timeMs: number; who: string } | null;
}

export interface Plan extends PlanSummary {
  differences: { path: string; before: unknown; after: unknown }[];
  ports: PlannedPort[];
  /** Ports of other nodes of the cluster, which the plan does not judge. */
  portsNotPlanned: number;
  simulation: Simulation | null;
}

/** Whether settings are frozen, with the record of freezes, oldest first. */
export interface Freeze {
  frozen: boolean;
  /** False until the node has read whether settings are frozen; then frozen is true all the same. */
  known: boolean;
  /** Null while ONOS's store does not answer. */
  record: { frozen: boolean; timeMs: number; who: string; via: string; reason: string }[] | null;
  /** Answer to a freeze of frozen settings; null otherwise. */
  note: string | null;
}

/** A link of ONOS's topology; each direction is one. */
export interface OnosLink {
  src: { device: string; port: string };
  dst: { device: string; port: string };
  state: string;
}

export interface OnosHost {
  id: string;
  ipAddresses: string[];
  locations: { elementId: string; port: string }[];
}

export const portId = (port: { device: string; port: number }) => `${port.device}/${port.port}`;

/** A point of GET queues/…/history; null is unknown. */
export interface QueuePoint {
  timeMs: number;
  offeredBps: number | null;
  goodputBps: number | null;
  targetRateBps: number | null;
  thresholdPackets: number | null;
  depthMeanPackets: number | null;
  depthMaxPackets: number | null;
  delayP50Ms: number | null;
  delayP99Ms: number | null;
}

/** An event of GET events. */
export interface WeirEvent {
  id: string;
  timeMs: number;
  kind: string;
  subject: string;
  device: string | null;
  port: number | null;
  text: string;
}
