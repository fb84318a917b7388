import { type Change, changeOf, keptChange, type SameBound } from '../statistics/change.ts';
import { median } from '../statistics/estimate.ts';
import { logRatio, type Metric, unknownMetric, worseSign } from './metric.ts';
import type { Block, FileProblem, KeptRatio, Pair, RunDocument, Sample, Variant } from './run-document.ts';
import { type Rules, sameBound } from './same-rule.ts';

/** Base, head and a copy of both, in this order. */
const processesOfPair = 4;

/** What is of a block and round. */
interface OfRound {
  readonly block?: string | null;
  readonly round: number;
}

/** A log ratio. */
interface Ratio extends OfRound {
  readonly ratio: number;
}

/** What there is of a metric from one variant to another. A key of all three would be made, and hashed, at every look. */
class OfCouples<T> {
  private readonly all = new Map<string, Map<string, Map<string, T>>>();

  get(metric: string, a: string, b: string): T | undefined {
    return this.all.get(metric)?.get(a)?.get(b);
  }

  set(metric: string, a: string, b: string, value: T): void {
    const ofMetric = this.all.get(metric) ?? new Map<string, Map<string, T>>();
    const ofA = ofMetric.get(a) ?? new Map<string, T>();
    this.all.set(metric, ofMetric.set(a, ofA.set(b, value)));
  }
}

/** A run document, indexed once: a large run has 100,000 pairs. */
export class RunIndex {
  readonly variants: ReadonlyMap<string, Variant>;
  /** The first block of each variant. */
  private readonly blocks: ReadonlyMap<string, Block>;
  private readonly pairs = new OfCouples<Pair[]>();
  private readonly samples = new Map<string, Sample[]>();
  private readonly kept: ReadonlyMap<string, KeptRatio>;
  private readonly changes = new OfCouples<Change | null>();
  private measured: readonly Metric[] | null = null;

  constructor(
    readonly document: RunDocument,
    private readonly catalogue: readonly Metric[],
    readonly rules: Rules = {},
    /** Files that the run can be shown without. */
    readonly problems: readonly FileProblem[] = [],
  ) {
    this.variants = new Map(document.variants.map(variant => [variant.id, variant]));
    this.blocks = new Map([...document.blocks].reverse().flatMap(block => block.variants.map(id => [id, block] as const)));
    for (const pair of document.pairs) this.keepPair(pair);
    for (const sample of document.samples) push(this.samples, sample.variant, sample);
    this.kept = new Map((document.kept ?? []).map(each => [keptKey(each.metric, each.variant), each]));
  }

  private keepPair(pair: Pair): void {
    const known = this.pairs.get(pair.metric, pair.a, pair.b);
    if (known === undefined) this.pairs.set(pair.metric, pair.a, pair.b, [pair]);
    else known.push(pair);
  }

  /** Whether its single rounds are there: a history keeps those of newer runs only. Without them nothing can be compared but with the reference. */
  get hasRounds(): boolean {
    return (this.document.kept ?? null) === null;
  }

  /** The metrics that this run has numbers of: the catalogue's in its order, then others. */
  metrics(): readonly Metric[] {
    this.measured ??= this.findMetrics();
    return this.measured;
  }

  private findMetrics(): Metric[] {
    const present = new Set<string>();
    for (const sample of this.document.samples) for (const name of Object.keys(sample.metrics)) present.add(name);
    const known = this.catalogue.filter(metric => present.delete(metric.name));
    return [...known, ...[...present].sort().map(unknownMetric)];
  }

  /** Those of the metrics that one of the variants has a value of. */
  metricsOf(variants: readonly Variant[]): Metric[] {
    return this.metrics().filter(metric => variants.some(variant => this.value(variant.id, metric.name) !== null));
  }

  /** Samples of a metric, one a round. */
  values(variant: string, metric: string): number[] {
    return (this.samples.get(variant) ?? [])
      .map(sample => sample.metrics[metric])
      .filter((value): value is number => value !== undefined && Number.isFinite(value));
  }

  /** Median over the rounds; null without samples. */
  value(variant: string, metric: string): number | null {
    const values = this.values(variant, metric);
    return values.length === 0 ? null : median(values);
  }

  /** When a change of a metric counts as none in a scenario; null when the page does not know. */
  bound(scenario: string, metric: Metric): SameBound | null {
    return this.rules.same === undefined ? null : sameBound(this.rules.same, scenario, metric.name);
  }

  /** The change of a metric from one variant to another, whichever way it is known; null where it is not. Kept: sentence, picture and table ask for the same ones. */
  change(metric: Metric, from: Variant, to: Variant): Change | null {
    const known = this.changes.get(metric.name, from.id, to.id);
    if (known !== undefined) return known;
    const found = this.findChange(metric, from, to);
    this.changes.set(metric.name, from.id, to.id, found);
    return found;
  }

  private findChange(metric: Metric, from: Variant, to: Variant): Change | null {
    if (this.hasRounds) return changeOf(this.naturalLogRatios(metric, from.id, to.id), metric, this.bound(to.cell.scenario, metric));
    const kept = this.referenceOf(to)?.id === from.id ? this.kept.get(keptKey(metric.name, to.id)) : undefined;
    return kept === undefined ? null : keptChange(kept, metric);
  }

  /** What a variant is compared with: base of its cell or the anchor of its block, without single rounds its pinned reference; null without one. */
  baseOf(variant: Variant): Variant | null {
    return this.hasRounds ? (this.variants.get(this.counterpartOf(variant.id) ?? '') ?? null) : this.referenceOf(variant);
  }

  /** The pinned reference of a variant: that of its own cell in its block if there is one, else the newest pin of the block (Counterparts.References). */
  referenceOf({ id, cell, side }: Variant): Variant | null {
    const blocks = side === 'reference' ? [] : this.document.blocks.filter(block => block.variants.includes(id));
    const pins = blocks.map(block => this.pinsOf(block)).find(found => found.length > 0) ?? [];
    return pins.findLast(pin => pin.cell.id === cell.id) ?? pins.at(-1) ?? null;
  }

  private pinsOf({ variants }: Block): Variant[] {
    return variants.flatMap(id => this.variants.get(id) ?? []).filter(({ side, status }) => side === 'reference' && status === 'measured');
  }

  /** The block in which both were measured side by side; null when there is none. */
  commonBlock(a: string, b: string): Block | null {
    const first = this.blocks.get(a);
    if (first?.variants.includes(b)) return first;
    return this.document.blocks.find(block => block.variants.includes(a) && block.variants.includes(b)) ?? null;
  }

  /** The first variant of its block, with which the others have pairs of every metric. */
  anchorOf(variant: string): string | null {
    return this.blocks.get(variant)?.variants[0] ?? null;
  }

  /** Whether it compares pairs: no other run has copies. */
  get hasPairs(): boolean {
    return this.document.variants.some(({ twin }) => twin);
  }

  /** What a variant is held against in its block: in a comparison the first of its own pair, which is base, else the anchor (Counterparts.Anchors). */
  counterpartOf(variant: string): string | null {
    const ids = this.blocks.get(variant)?.variants ?? [];
    const copies = ids.filter(id => this.variants.get(id)?.twin).length;
    const place = ids.indexOf(variant);
    return ids[place - (place % (2 * copies === ids.length ? processesOfPair : ids.length))] ?? null;
  }

  /**
   * ln(b / a), one a round, in the natural direction of the metric (above 0: b's value is larger). Recorded pairs come first; where none are
   * recorded, those of the samples of the same block and round, which is their definition. Throughput of two variants
   * whose pairs are only recorded against a third one of their block (histories are kept that way) goes through the anchor, round by round.
   */
  naturalLogRatios(metric: Metric, a: string, b: string): number[] {
    if (!this.hasRounds) return [];
    const recorded = this.recorded(metric, a, b);
    if (recorded.length > 0) return recorded.map(pair => pair.ratio);
    return metric.name === 'throughput'
      ? this.throughAnchor(metric, a, b)
      : this.ofSamples(metric, a, b, (before, after) => logRatio(metric, before, after));
  }

  /** b - a, one a round, in the unit of the metric. */
  differences(metric: Metric, a: string, b: string): number[] {
    return this.ofSamples(metric, a, b, (before, after) => after - before);
  }

  /** The recorded pairs of two variants, whichever of them is the first. */
  private recorded(metric: Metric, a: string, b: string): Ratio[] {
    const sign = worseSign(metric);
    const natural = (from: string, to: string, turn: number) =>
      (this.pairs.get(metric.name, from, to) ?? []).map(({ block, round, logRatio: ratio }) => ({
        block,
        round,
        ratio: turn * sign * ratio,
      }));
    return [...natural(a, b, 1), ...natural(b, a, -1)];
  }

  private throughAnchor(metric: Metric, a: string, b: string): number[] {
    const isPaired = (one: string, other: string) =>
      this.pairs.get(metric.name, one, other) !== undefined || this.pairs.get(metric.name, other, one) !== undefined;
    const hub = this.commonBlock(a, b)?.variants.find(other => isPaired(other, a) && isPaired(other, b));
    if (hub === undefined) return [];
    const ofA = this.recorded(metric, hub, a);
    return this.recorded(metric, hub, b)
      .map((pair, i) => pair.ratio - (besideOf(ofA, pair, i)?.ratio ?? Number.NaN))
      .filter(Number.isFinite);
  }

  private ofSamples(metric: Metric, a: string, b: string, compared: (before: number, after: number) => number): number[] {
    const ofA = this.samples.get(a) ?? [];
    const valueIn = (sample: Sample | undefined) => sample?.metrics[metric.name] ?? Number.NaN;
    return (this.samples.get(b) ?? [])
      .map((sample, i) => compared(valueIn(besideOf(ofA, sample, i)), valueIn(sample)))
      .filter(Number.isFinite);
  }
}

/** What of a list is of the same block and round as something at a place of another list: most likely what is at that place. */
function besideOf<T extends OfRound>(list: readonly T[], { block, round }: OfRound, place: number): T | undefined {
  const isBeside = (other: T) => other.block === block && other.round === round;
  const likely = list[place];
  return likely !== undefined && isBeside(likely) ? likely : list.find(isBeside);
}

const keptKey = (metric: string, variant: string) => `${metric}\n${variant}`;

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
