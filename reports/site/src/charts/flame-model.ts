import type { Flame, FlameNode } from '../data/why.ts';

/** A box of the picture: shares of the width, rows from the top. */
export interface FlameBox {
  readonly node: number;
  readonly left: number;
  readonly width: number;
  readonly row: number;
}

/** What is narrower is left out: no screen shows it. */
const narrowest = 0.001;

/**
 * The picture of a node with all that it calls, under those that call it. A box is as wide as both sides together take: what only one side does is
 * there, and what a method calls is never wider than the method.
 */
export function boxesOf(flame: Flame, top: number): FlameBox[] {
  const called = calledOf(flame);
  const callers = callersOf(flame, top);
  const boxes = callers.map((node, row) => ({ node, left: 0, width: 1, row }));
  const open: FlameBox[] = [{ node: top, left: 0, width: 1, row: callers.length }];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    boxes.push(box);
    const whole = sizeOf(flame.nodes[box.node]);
    let left = box.left;
    const below: FlameBox[] = [];
    for (const node of called[box.node] ?? []) {
      const width = whole > 0 ? Math.min((box.width * sizeOf(flame.nodes[node])) / whole, box.left + box.width - left) : 0;
      if (width >= narrowest) below.push({ node, left, width, row: box.row + 1 });
      left += width;
    }
    open.push(...below.reverse());
  }
  return boxes;
}

/** Of many boxes those of the outermost rows, at most so many; in any case those down to a row. */
export function outerOf(boxes: readonly FlameBox[], most: number, row: number): readonly FlameBox[] {
  const counts: number[] = [];
  for (const box of boxes) counts[box.row] = (counts[box.row] ?? 0) + 1;
  let [rows, count] = [0, 0];
  while (rows < counts.length && (rows <= row || count + (counts[rows] ?? 0) <= most)) count += counts[rows++] ?? 0;
  return boxes.filter(box => box.row < rows);
}

const sizeOf = (node: FlameNode | undefined) => (node === undefined ? 0 : node.base + node.head);

/** The nodes under each node, the largest first. */
function calledOf({ nodes }: Flame): number[][] {
  const called: number[][] = nodes.map(() => []);
  nodes.forEach((node, i) => {
    called[node.parent]?.push(i);
  });
  return called;
}

/** Those that call a node, the outermost first. */
export function callersOf({ nodes }: Flame, node: number): number[] {
  const callers: number[] = [];
  for (let at = nodes[node]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) callers.unshift(at);
  return callers;
}

/** How much a node changed, of all the time: above 0 head needs more. */
export type Shade = -3 | -2 | -1 | 0 | 1 | 2 | 3;

export function shadeOf(node: FlameNode, whole: FlameNode): Shade {
  const share = Math.abs(node.head - node.base) / Math.max(whole.base, whole.head, Number.MIN_VALUE);
  const strength = share < 0.002 ? 0 : share < 0.01 ? 1 : share < 0.05 ? 2 : 3;
  return (strength === 0 ? 0 : node.head > node.base ? strength : -strength) as Shade;
}

/** The box that an arrow key leads to; null where there is none. */
export function neighbour(flame: Flame, boxes: readonly FlameBox[], from: number, key: string): number | null {
  const box = boxes.find(each => each.node === from);
  if (box === undefined) return null;
  const row = boxes.filter(each => each.row === box.row).sort((a, b) => a.left - b.left);
  const place = row.indexOf(box);
  const isShown = (node: number | undefined) => boxes.some(each => each.node === node);
  switch (key) {
    case 'ArrowLeft':
      return row[place - 1]?.node ?? null;
    case 'ArrowRight':
      return row[place + 1]?.node ?? null;
    case 'ArrowUp': {
      const parent = flame.nodes[from]?.parent;
      return parent !== undefined && isShown(parent) ? parent : null;
    }
    case 'ArrowDown':
      return leftmost(boxes.filter(each => flame.nodes[each.node]?.parent === from));
    case 'Home':
      return 0;
    default:
      return null;
  }
}

const leftmost = (boxes: readonly FlameBox[]) => [...boxes].sort((a, b) => a.left - b.left)[0]?.node ?? null;

/** A method wherever it is on the stacks, in microseconds a request. */
export interface MethodTime {
  readonly name: string;
  readonly ownBase: number;
  readonly ownHead: number;
  readonly base: number;
  readonly head: number;
}

/** The time of each node without what it calls. */
export function ownOf({ nodes }: Flame): { base: number; head: number }[] {
  const own = nodes.map(({ base, head }) => ({ base, head }));
  for (const node of nodes) {
    const caller = own[node.parent];
    if (caller === undefined) continue;
    caller.base -= node.base;
    caller.head -= node.head;
  }
  return own;
}

/** The table of the picture: every method once, the largest change first. Time of a method that calls itself counts once. */
export function methodsOf(flame: Flame): MethodTime[] {
  const { nodes, names } = flame;
  const own = ownOf(flame);
  const times = names.map(() => ({ ownBase: 0, ownHead: 0, base: 0, head: 0 }));
  nodes.forEach((node, i) => {
    const time = times[node.name];
    if (time === undefined) return;
    time.ownBase += Math.max(0, own[i]?.base ?? 0);
    time.ownHead += Math.max(0, own[i]?.head ?? 0);
    if (callersOf(flame, i).some(caller => nodes[caller]?.name === node.name)) return;
    time.base += node.base;
    time.head += node.head;
  });
  return names
    .map((name, i) => ({ name, ...(times[i] ?? { ownBase: 0, ownHead: 0, base: 0, head: 0 }) }))
    .sort((a, b) => Math.abs(b.ownHead - b.ownBase) - Math.abs(a.ownHead - a.ownBase));
}

/** The nodes whose name has a text in it, in any case; none for an empty text. */
export function found(flame: Flame, text: string): ReadonlySet<number> {
  const wanted = text.trim().toLowerCase();
  const names = new Set(flame.names.flatMap((name, i) => (wanted !== '' && name.toLowerCase().includes(wanted) ? [i] : [])));
  return new Set(flame.nodes.flatMap((node, i) => (names.has(node.name) ? [i] : [])));
}
