import type { Flame } from '../data/why.ts';
import { callersOf, ownOf } from './flame-model.ts';

/** The stacks of a cell as https://www.speedscope.app opens them, base and head as two profiles; the same file lies beside a why.json. */
export function speedscopeOf(cell: string, flame: Flame): string {
  const own = ownOf(flame);
  const profile = (side: 'base' | 'head') => {
    const timed = flame.nodes.flatMap((_, i) => ((own[i]?.[side] ?? 0) >= smallest ? [i] : []));
    const weights = timed.map(i => own[i]?.[side] ?? 0);
    return {
      type: 'sampled',
      name: side,
      unit: 'microseconds',
      startValue: 0,
      endValue: weights.reduce((sum, weight) => sum + weight, 0),
      samples: timed.map(i => [...callersOf(flame, i), i].map(node => flame.nodes[node]?.name)),
      weights,
    };
  };
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'perfmatrix',
    name: `${cell}, CPU time of a request`,
    shared: { frames: flame.names.map(name => ({ name })) },
    profiles: [profile('base'), profile('head')],
  });
}

/** Values have three decimals. */
const smallest = 0.0005;
