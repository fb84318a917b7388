import { expect, it } from 'vitest';
import type { ChangeGroup, ChangeMember, HistoryCell, HistoryEvent } from '../../../reports/site/src/data/history-files.ts';
import { eventNumbers, marksOf } from '../../../reports/site/src/views/trend-marks.ts';

const event = (sequence: number, kind: string, subject = '', from: string | null = 'a'): HistoryEvent => ({
  sequence,
  kind,
  subject,
  from,
  to: 'b',
});

const events = [event(0, 'cpu', '', null), event(3, 'image'), event(3, 'sdk'), event(5, 'runtime', 'net8.0'), event(9, 'cpu')];

const change = (id: string, sequence: number, metric: string) =>
  ({
    id,
    sequence,
    verdict: 'worse',
    effectPercent: 6.1,
    members: [-5.24, -7.96, -9].map((effectPercent, i) => ({ cell: 7 + i, metric, effectPercent })),
  }) as unknown as ChangeGroup;

it('numbers the runs with events from the newest on, without the values that the first run began with', () => {
  expect([...eventNumbers(events)]).toEqual([
    [9, 1],
    [5, 2],
    [3, 3],
  ]);
});

it('marks events and changes of the shown series, each with its name and its words', () => {
  const both = [7, 8].map(index => ({ cell: { id: 'hello', runtime: 'net10.0' } as HistoryCell, index }));
  const shown = both.slice(0, 1);
  const changes = [change('older', 2, 'peakRss'), change('other', 4, 'throughput'), change('newest', 6, 'throughput')];
  expect(marksOf({ changes, events }, shown, 'throughput').map(({ at, label, kind, text }) => [at, label, kind, text])).toEqual([
    [3, '3', 'event', 'event 3: runner image a → b, SDK a → b'],
    [9, '1', 'event', 'event 1: CPU model a → b'],
    [4, 'B', 'worse', 'change B: worse, −5.2 %'],
    [6, 'A', 'worse', 'change A: worse, −5.2 %'],
  ]);
  // One that joined later is marked at its own run.
  const [other, newest] = changes.slice(1) as [ChangeGroup, ChangeGroup];
  const [joined, ...others] = other.members as [ChangeMember, ...ChangeMember[]];
  const later = { ...other, members: [{ ...joined, sequence: 5, lowPercent: -6 }, ...others] };
  expect(marksOf({ changes: [later, newest], events: [] }, both, 'throughput').map(({ at, label, text }) => [at, label, text])).toEqual([
    [5, 'B', 'change B: worse, −5.2 %'],
    [4, 'B', 'change B: worse, −8.0 %'],
    [6, 'A', 'change A: worse, from −5.2 to −8.0 %'],
  ]);
  // Of several series the sizes of those that are shown.
  expect(marksOf({ changes, events }, both, 'throughput').at(-1)?.text).toBe('change A: worse, from −5.2 to −8.0 %');
});
