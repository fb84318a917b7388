import type { ChangeGroup, HistoryCell, HistoryIndex } from '../../../reports/site/src/data/history-files.ts';
import type { Summary } from '../../../reports/site/src/views/summary.ts';

/** So many runs are shown, from this one on. */
export const runs = 20;
export const first = 80;
export const index = { runs: first + runs } as HistoryIndex;

export const cell = (scenario: string, runtime: string, gc = 'server', more: Partial<HistoryCell> = {}): HistoryCell => ({
  id: `${scenario}/${runtime}/${gc}/2c`,
  scenario,
  runtime,
  gc,
  cores: 2,
  first: 0,
  last: first + runs - 1,
  status: 'measured',
  reason: null,
  ...more,
});

/** Four cells that are measured, one that failed, and one that is long gone. */
export const catalogue = [
  cell('hello', 'net8.0'),
  cell('hello', 'net10.0'),
  cell('hello', 'net8.0', 'datas'),
  cell('values', 'net8.0'),
  cell('values', 'net10.0', 'server', { status: 'failed', reason: 'died' }),
  cell('old', 'net6.0', 'server', { last: 12 }),
];

export const tables = { cells: catalogue, references: [] };

/** A change of some cells for the worse. */
export const change = (
  sequence: number,
  cells: readonly number[],
  name = 'throughput',
  said: Partial<Pick<ChangeGroup, 'label' | 'acknowledged' | 'until'>> = {},
) =>
  ({
    sequence,
    ...said,
    startedAt: new Date(Date.UTC(2026, 10, 1, sequence)).toISOString(),
    members: cells.map(each => ({
      cell: each,
      metric: name,
      sequence: said.until ?? sequence,
      verdict: 'worse',
      effectPercent: -5,
      noiseUnits: 6,
    })),
  }) as unknown as ChangeGroup;

/** The runs that are shown, one a day. */
export const newest = Array.from({ length: runs }, (_, i) => ({
  sequence: first + i,
  startedAt: new Date(Date.UTC(2026, 10, 1 + i)).toISOString(),
})) as unknown as Summary['newest'];

/** The noise of every cell. */
export const judged = catalogue.map(() => 100);
