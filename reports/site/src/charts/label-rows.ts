/** A label over a chart, in pixels. */
export interface Label {
  readonly middle: number;
  readonly width: number;
}

/** The least distance of two labels of a row, in pixels. */
const gap = 2;

/** A row for each label, from the top, so that none lies over another; labels come from left to right. The last row takes what fits nowhere. */
export function labelRows(labels: readonly Label[], rows: number): number[] {
  const ends = Array.from({ length: rows }, () => Number.NEGATIVE_INFINITY);
  return labels.map(({ middle, width }) => {
    const free = ends.findIndex(end => end + gap <= middle - width / 2);
    const row = free < 0 ? rows - 1 : free;
    ends[row] = middle + width / 2;
    return row;
  });
}
