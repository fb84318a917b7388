import { describe, expect, it } from 'vitest';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { type SameRule, sameBound, wantedText } from '../../../reports/site/src/data/same-rule.ts';
import { boundText } from '../../../reports/site/src/text/format.ts';
import { metric, metrics, sampleDocument } from './samples.ts';

const rule: SameRule = {
  detectPercent: 5,
  sameConfidencePercent: 98,
  metrics: { latencyP99: 8 },
  scenarios: [
    { scenario: 'datas-*', detectPercent: 6 },
    { scenario: '*', metric: 'peakRss', detectPercent: 12 },
    { scenario: 'datas-call', metric: 'throughput', detectPercent: 2 },
    { scenario: 'a.c', detectPercent: 18 },
  ],
};

describe('what counts as the same', () => {
  it.each([
    ['hello-minimal', 'throughput', 5],
    ['hello-minimal', 'latencyP99', 8],
    ['datas-large', 'latencyP99', 8],
    ['datas-large', 'throughput', 6],
    ['datas-call', 'throughput', 2],
    ['datas-call', 'peakRss', 12],
    ['abc', 'throughput', 5],
    ['xdatas-call', 'throughput', 5],
  ])('is what the gate means by it: %s, %s: %d %%', (scenario, name, expected) => {
    const bound = sameBound(rule, scenario, name);
    expect(bound.percent).toBe(expected);
    expect(bound.thresholdPercent).toBe(expected / 2);
    expect(bound.confidence).toBeCloseTo(0.96, 12);
  });

  it('is nothing where the page does not tell', () =>
    expect(new RunIndex(sampleDocument(), metrics).bound('x', metric('throughput'))).toBeNull());

  it('is told in percent', () => expect([boundText({ percent: 5 }), boundText({ percent: 2.5 })]).toEqual(['5 %', '2.5 %']));
});

it('names the size that the gate is to find by the rule of the page, and none where the page has no rule', () => {
  expect(wantedText({ same: rule })).toBe('slow-downs by 5 %');
  expect(wantedText({ same: { ...rule, detectPercent: 2.5 } })).toBe('slow-downs by 2.5 %');
  expect(wantedText({})).toBe('the slow-downs it is to find');
});
