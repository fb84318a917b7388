import { number } from '../text/format.ts';

/** What traced rounds of base and head differ in (why.json); only what is shown. Differences are head minus base. */
export interface WhyDocument {
  readonly base: { readonly label: string };
  readonly head: { readonly label: string };
  readonly cells: readonly CellExplanation[];
}

export interface CellExplanation {
  readonly cell: string;
  /** Why there is no explanation; null when there is one. */
  readonly problem: string | null;
  readonly rounds: number;
  readonly profiler: 'perf' | 'eventPipe';
  readonly baseCpuPerRequest: number;
  readonly cpuDifference: AmountRange;
  readonly cpu: readonly MethodChange[];
  readonly flame?: Flame | null;
  /** Bytes that base allocated a request. */
  readonly baseBytesPerRequest: number;
  readonly allocations: readonly TypeChange[];
  readonly events: readonly EventChange[];
  readonly unattributed: number;
  /** The share of the CPU time that samples were taken of, in percent. */
  readonly sampledPercent: number;
  /** How much more CPU time a request of base took than in the measured rounds; null without these. */
  readonly overheadPercent: number | null;
  readonly notes: readonly string[];
}

/** Whether times of methods are lower bounds. Of more than all CPU time, threads that waited were counted as running. */
export const hasLowerBounds = ({ profiler, sampledPercent }: CellExplanation) => profiler === 'eventPipe' && sampledPercent <= 100;

/** What the samples are of. */
export function samplesText({ sampledPercent, overheadPercent }: CellExplanation): string {
  const covered = `Samples cover ${number(sampledPercent)} % of the CPU time`;
  if (overheadPercent === null) return `${covered}.`;
  const change = `${number(Math.abs(overheadPercent), 1)} % ${overheadPercent < 0 ? 'less' : 'more'}`;
  return `${covered}; a traced request of base took ${change} CPU time than a measured one.`;
}

/** A difference a request with its 95 % interval. */
export interface AmountRange {
  readonly perRequest: number;
  readonly low: number;
  readonly high: number;
}

/** Microseconds a request. */
export interface MethodChange extends AmountRange {
  readonly method: string;
  readonly file: string | null;
  readonly line: number | null;
}

export interface TypeChange {
  readonly type: string;
  readonly bytesPerRequest: number;
  readonly low: number;
  readonly high: number;
  readonly from: string;
  /** The stack that it is most often allocated on, the innermost method first. */
  readonly stack: readonly string[];
}

/** Microseconds of locks and pauses; exceptions; threads of a starved thread pool. */
export interface EventChange extends AmountRange {
  readonly kind: 'lock' | 'exception' | 'pause' | 'starvation';
  readonly name: string;
  readonly from: string | null;
  /** The stack that most of it happens on, the innermost method first; empty where no code stands for it. */
  readonly stack: readonly string[];
}

/** The stacks of both sides as one tree; callers come before what they call. */
export interface Flame {
  readonly names: readonly string[];
  readonly nodes: readonly FlameNode[];
}

/** Microseconds a request of both sides in a method on a stack, and in all that it calls there. */
export interface FlameNode {
  readonly name: number;
  readonly parent: number;
  readonly base: number;
  readonly head: number;
}
