import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { useInTurn } from '../app/in-turn.ts';
import { usePrinting } from '../app/printing.ts';
import { toCsv, toJson, type Value } from '../text/table-files.ts';
import { useDownload } from './download.ts';

/** A column: its heading, the value that is downloaded, and how it is shown when that differs. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => Value;
  readonly show?: (row: Row) => ComponentChildren;
  readonly numeric?: boolean;
  /** The heading of its row. */
  readonly heading?: boolean;
  /** Whether a heading of a row may be broken, as where other columns need the room, too. */
  readonly wraps?: boolean;
  /** Whether only the files have it, because what it holds is shown in the column before, or it holds nothing. */
  readonly isInFilesOnly?: boolean;
}

interface Props<Row> {
  /** What the table says; always shown. */
  readonly caption: ComponentChildren;
  /** Name of the downloaded file, without extension. */
  readonly file: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What is said instead of an empty table. */
  readonly empty?: string;
}

/** Rows from which on a table is laid out only where it is in sight. */
const manyRows = 60;

/** Rows up to which a table has no frame to scroll in: half a row at its lower edge looks cut. What follows is made a moment later. */
const fewRows = 16;

/** Rows that count as a small picture. */
const rowsOfPicture = 10;

/** A table with its downloads. On a phone its rows become cards; wide ones scroll inside their frame, which the keyboard can reach. */
export function DataTable<Row>({ caption, file, columns, rows, empty }: Props<Row>) {
  const isPrinting = usePrinting();
  const table = useMemo(() => ({ columns: columns.filter(column => !column.isInFilesOnly), rows }), [columns, rows]);
  const { shown } = useInTurn(table, { isAtOnce: isPrinting || rows.length <= fewRows, weight: rows.length / rowsOfPicture });
  const rest = useMemo(() => shown?.rows.slice(fewRows).map((row, i) => TableRow(shown.columns, row, fewRows + i)), [shown]);
  if (rows.length === 0 && empty !== undefined) return <p class="empty">{empty}</p>;
  const height = rows.length > manyRows ? ' long' : rows.length <= fewRows ? ' short' : '';
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section class={`scroll${height}`} tabIndex={0} aria-label={`Table ${file}`}>
        <table class="stack">
          <caption>{caption}</caption>
          <thead>
            <tr>
              {table.columns.map((column, i) => (
                <th key={i} scope="col" class={column.numeric ? 'numeric' : undefined}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, fewRows).map((row, i) => TableRow(table.columns, row, i))}
            {rest}
          </tbody>
        </table>
      </section>
      <Downloads file={file} columns={columns} rows={rows} />
    </>
  );
}

function TableRow<Row>(columns: readonly Column<Row>[], row: Row, key: number) {
  return (
    <tr key={key}>
      {columns.map((column, i) => {
        const content = column.show === undefined ? column.value(row) : column.show(row);
        return column.heading ? (
          <th key={i} scope="row" class={column.wraps ? 'wraps' : undefined}>
            {content}
          </th>
        ) : (
          <td key={i} data-title={column.title} class={column.numeric ? 'numeric' : undefined}>
            {isOneText(content) ? content : <div>{content}</div>}
          </td>
        );
      })}
    </tr>
  );
}

/** Whether a field shows a single text. Parts need an element around them: on a phone each would have a place of its own beside the title. */
const isOneText = (content: ComponentChildren) => typeof content !== 'object' || content === null;

/** What the page says above its tables, as a column each in every file of them: a file leaves the page. */
export const SaidInFiles = createContext<Readonly<Record<string, string>>>({});

export function Downloads<Row>({ file, columns, rows }: Pick<Props<Row>, 'file' | 'columns' | 'rows'>) {
  const download = useDownload();
  const said = useContext(SaidInFiles);
  const titles = [...columns.map(column => column.title), ...Object.keys(said)];
  const values = () => rows.map(row => [...columns.map(column => column.value(row)), ...Object.values(said)]);
  return (
    <p class="downloads">
      <button type="button" onClick={() => download(`${file}.csv`, 'text/csv;charset=utf-8', toCsv(titles, values()))}>
        CSV<span class="visually-hidden"> of table {file}</span>
      </button>
      <button type="button" onClick={() => download(`${file}.json`, 'application/json', toJson(titles, values()))}>
        JSON<span class="visually-hidden"> of table {file}</span>
      </button>
    </p>
  );
}
