/** A value in a downloaded table. */
export type Value = string | number | boolean | null;

/** Tells a spreadsheet that a text is UTF-8: without it a minus becomes three letters. */
const mark = '\uFEFF';

/** RFC 4180 text. Text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function toCsv(titles: readonly string[], rows: readonly (readonly Value[])[]): string {
  return `${mark}${[titles, ...rows].map(row => row.map(csvValue).join(',')).join('\r\n')}\r\n`;
}

/** A list of objects, one a row. */
export function toJson(titles: readonly string[], rows: readonly (readonly Value[])[]): string {
  return `${JSON.stringify(
    rows.map(row => Object.fromEntries(titles.map((title, i) => [title, row[i] ?? null]))),
    null,
    2,
  )}\n`;
}

function csvValue(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
