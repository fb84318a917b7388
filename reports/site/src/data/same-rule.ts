import type { SameBound } from '../statistics/change.ts';

/** What the gate calls the same, as perfmatrix writes it into the page: the policy of crank/gate.yml. The site has no number of its own. */
export interface SameRule {
  /** Largest effect that still is the same, in thresholds. */
  readonly withinThresholds: number;
  /** Confidence of each of the two one-sided tests. */
  readonly confidencePercent: number;
  readonly thresholdPercent: number;
  /** Thresholds of metrics that have one of their own. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Thresholds of scenarios; the last entry that matches wins. */
  readonly scenarios: readonly { readonly scenario: string; readonly metric?: string; readonly thresholdPercent: number }[];
}

/** The rule for a scenario and metric: the same look-up as GatePolicy.ThresholdPercentOf. */
export function sameBound(rule: SameRule, scenario: string, metric: string): SameBound {
  const own = rule.scenarios.findLast(each => (each.metric ?? metric) === metric && matches(each.scenario, scenario));
  const threshold = own?.thresholdPercent ?? rule.metrics[metric] ?? rule.thresholdPercent;
  return {
    percent: rule.withinThresholds * threshold,
    thresholdPercent: threshold,
    confidence: 1 - 2 * (1 - rule.confidencePercent / 100),
  };
}

/** Whether a text fits a pattern in which * stands for any text. */
function matches(pattern: string, text: string): boolean {
  const literal = pattern.split('*').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's').test(text);
}
