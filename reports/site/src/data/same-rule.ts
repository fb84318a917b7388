import type { SameBound } from '../statistics/change.ts';
import { boundText } from '../text/format.ts';

/** What the gate calls the same, as perfmatrix writes it into the page: the policy of crank/gate.yml. The site has no number of its own. */
export interface SameRule {
  /** The size of a change that the gate finds; the same excludes it. */
  readonly detectPercent: number;
  /** Confidence of each of the two one-sided tests. */
  readonly sameConfidencePercent: number;
  /** Sizes of metrics that have one of their own. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Sizes of scenarios; the last entry that matches wins. */
  readonly scenarios: readonly ScenarioSize[];
}

/** The size of the scenarios that fit a pattern: of one metric, or of every metric that has none of its own. */
export interface ScenarioSize {
  readonly scenario: string;
  readonly metric?: string | null;
  readonly detectPercent: number;
}

/** What an upgrade is judged by, as perfmatrix writes it into the page: the metrics of `report upgrade`. */
export interface UpgradeRule {
  /** What a metric that hardly varies must differ by as well, of its median before. */
  readonly countedPercent: number;
  /** Metrics, and for one that hardly varies the smallest difference that counts, in its unit. */
  readonly metrics: readonly { readonly name: string; readonly countedAmount: number | null }[];
}

/** The rules of a page. */
export interface Rules {
  readonly same?: SameRule;
  readonly upgrade?: UpgradeRule;
}

/** The changes that the gate is to find, in words; a page may not say their size. */
export const wantedText = ({ same }: Rules) =>
  same === undefined ? 'the slow-downs it is to find' : `slow-downs by ${boundText({ percent: same.detectPercent })}`;

/** The size of a scenario and metric, where the metric has its own or none: the same look-up as GatePolicy.DetectPercentOf. */
export function sizeOf(sizes: readonly ScenarioSize[], scenario: string, metric: string, own: number | undefined): number | undefined {
  const covers = (each: ScenarioSize) => (each.metric == null ? own === undefined : each.metric === metric);
  return sizes.findLast(each => covers(each) && matches(each.scenario, scenario))?.detectPercent ?? own;
}

/** The rule for a scenario and metric. */
export function sameBound(rule: SameRule, scenario: string, metric: string): SameBound {
  const percent = sizeOf(rule.scenarios, scenario, metric, rule.metrics[metric]) ?? rule.detectPercent;
  return {
    percent,
    thresholdPercent: percent / 2,
    confidence: 1 - 2 * (1 - rule.sameConfidencePercent / 100),
  };
}

/** Whether a text fits a pattern in which * stands for any text. */
function matches(pattern: string, text: string): boolean {
  const literal = pattern.split('*').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's').test(text);
}
