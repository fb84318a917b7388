/** A report of text, tables and charts: ReportDocument of src/PerfMatrix/Reporting. */
export interface ReportDocument {
  readonly title: string;
  readonly context: string;
  /** Address of the project that was measured. */
  readonly repository?: string;
  readonly sections: readonly { readonly title: string; readonly parts: readonly ReportPart[] }[];
}

export type ReportPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'bullets'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | ReportTable
  | TimeChart
  | BarChart;

export interface ReportTable {
  readonly kind: 'table';
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly { readonly value: string }[])[];
  /** Columns of text; the others hold numbers. */
  readonly texts: readonly number[];
}

/** As long as the longest that stands in a line of its own among numbers: an interval, a count of two sides. */
const longestNumber = 24;

/** Whether a column holds numbers: not the first, none that is said to hold text, and none with a longer text, which would push the others out of sight. */
export const isNumeric = ({ rows, texts }: ReportTable, column: number) =>
  column > 0 && !texts.includes(column) && rows.every(row => (row[column]?.value ?? '').length <= longestNumber);

/** A number as it is shown: one that is rounded to zero has no sign. */
export const unsignedZero = (text: string) => text.replace(/^[+-](0(\.0+)?)$/, '$1');

/** Characters of prose that may stand above a table. */
const longestCaption = 160;

/** What stands above a table, of a long caption at most its first sentence, and the rest of it. A sentence that is too long itself is cut where it pauses. */
export function captionOf({ caption }: Pick<ReportTable, 'caption'>): { readonly head: string; readonly rest: string } {
  if (caption.length <= longestCaption) return { head: caption, rest: '' };
  const end = caption.search(/(?<=[.!?])\s+(?=[A-Z])/);
  if (end >= 0 && end <= longestCaption) return { head: caption.slice(0, end), rest: caption.slice(end).trim() };
  const room = longestCaption - 2;
  const pause = Math.max(...[', ', '; ', ': '].map(mark => caption.lastIndexOf(mark, room - 1))) + 1 || room;
  return { head: `${caption.slice(0, pause)} …`, rest: `… ${caption.slice(pause).trim()}` };
}

/** Values over the seconds since the load began. */
export interface TimeChart {
  readonly kind: 'time';
  readonly name: string;
  readonly caption: string;
  readonly unit: string;
  readonly lines: readonly TimeSeries[];
  /** Seconds at which something begins or ends. */
  readonly marks: readonly number[];
}

export interface TimeSeries {
  readonly name: string;
  readonly seconds: readonly number[];
  readonly values: readonly number[];
  readonly style: 'line' | 'steps' | 'dots';
}

export interface BarChart {
  readonly kind: 'bars';
  readonly name: string;
  readonly caption: string;
  readonly bars: readonly Bar[];
}

/** A value side by side with others; a foreign one was measured by somebody else. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly isForeign: boolean;
}

/** The reports that lie beside a history. */
export interface ArticleList {
  readonly schemaVersion: number;
  readonly items: readonly {
    readonly name: string;
    readonly title: string;
    /** Its first paragraph: of an article who wrote it, and its title. Lists of older versions have none. */
    readonly about?: string;
    readonly context: string;
  }[];
}

/** Seconds between two points of a line from which on nothing is drawn between them: nobody looked. */
const gap = 3;

/** All moments of a chart, ascending. */
export const momentsOf = ({ lines }: TimeChart): number[] => [...new Set(lines.flatMap(line => line.seconds))].sort((a, b) => a - b);

/** The values of a series at the moments of its chart: between two points on the line that joins them, of steps the one before, of dots none. */
export function valuesAt({ seconds, values, style }: TimeSeries, moments: readonly number[]): (number | null)[] {
  let next = 0;
  return moments.map(moment => {
    while (next < seconds.length && (seconds[next] as number) <= moment) next++;
    const [before, after] = [seconds[next - 1], seconds[next]];
    const [old, now] = [values[next - 1], values[next]];
    if (before === undefined || old === undefined) return null;
    if (before === moment || (style === 'steps' && after !== undefined)) return old;
    if (style !== 'line' || after === undefined || now === undefined || after - before > gap) return null;
    return old + ((now - old) * (moment - before)) / (after - before);
  });
}
