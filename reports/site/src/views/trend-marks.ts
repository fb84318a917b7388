import type { Mark } from '../charts/mark.ts';
import { beginOf, type ChangeGroup, type HistoryCell, type HistoryEvent } from '../data/history-files.ts';
import { spread } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { settledAs } from './standing-steps.ts';
import { changesAround, eventsOf, eventText } from './trend-model.ts';

/** A mark of the chart of a trend, and what it stands for. */
export interface TrendMark extends Mark {
  readonly text: string;
}

/** A letter for each change group: A is the newest. */
export function changeLetters(changes: readonly ChangeGroup[]): Map<string, string> {
  return new Map([...changes].reverse().map((change, i) => [change.id, letters(i)]));
}

const letters = (i: number): string => (i < 26 ? '' : letters(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));

/** A number for each run at which something around the code changed, by its sequence: 1 is the newest. */
export function eventNumbers(events: readonly HistoryEvent[]): Map<number, number> {
  const sequences = [...new Set(changesAround(events).map(event => event.sequence))].sort((a, b) => b - a);
  return new Map(sequences.map((sequence, i) => [sequence, i + 1]));
}

/** The marks of shown series: their changes, each where it begins in them, and the events that can have moved them, one mark for those of a run. */
export function marksOf(
  { changes, events }: { readonly changes: readonly ChangeGroup[]; readonly events: readonly HistoryEvent[] },
  shown: readonly { readonly cell: HistoryCell; readonly index: number }[],
  metric: string,
): TrendMark[] {
  const [names, numbers] = [changeLetters(changes), eventNumbers(events)];
  const around = eventsOf(
    events,
    shown.map(({ cell }) => cell),
  );
  const indexes = shown.map(({ index }) => index);
  const dotted = [...new Set(around.map(event => event.sequence))].map(at => ({
    at,
    label: String(numbers.get(at)),
    kind: 'event' as const,
    text: `event ${numbers.get(at)}: ${around.flatMap(event => (event.sequence === at ? [eventText(event)] : [])).join(', ')}`,
  }));
  const steps = changes.flatMap(change => {
    const members = change.members.filter(member => member.metric === metric && indexes.includes(member.cell));
    return [...groupBy(members, member => String(beginOf(change, member)))].map(([at, of]) => ({
      at: Number(at),
      label: names.get(change.id) ?? '',
      kind: change.verdict,
      isSettled: settledAs(change) !== null,
      text: `change ${names.get(change.id)}: ${change.verdict}, ${spread(of.map(member => member.effectPercent))}`,
    }));
  });
  return [...dotted, ...steps];
}
