import { expect, it } from 'vitest';
import { boxesOf, found, methodsOf, neighbour, outerOf, shadeOf } from '../../../reports/site/src/charts/flame-model.ts';
import { speedscopeOf } from '../../../reports/site/src/charts/speedscope-file.ts';
import type { Flame, FlameNode } from '../../../reports/site/src/data/why.ts';
import { flame } from './samples.ts';

const named = (node: number) => flame.names[flame.nodes[node]?.name ?? -1];

it('draws callers above what they call, as wide as both sides together take', () => {
  const boxes = boxesOf(flame, 0).map(box => [named(box.node), box.row, box.left.toFixed(3), box.width.toFixed(3)]);
  expect(boxes.sort((a, b) => Number(a[1]) - Number(b[1]) || Number(a[2]) - Number(b[2]))).toEqual([
    ['all samples', 0, '0.000', '1.000'],
    ['Program.Main', 1, '0.000', '1.000'],
    ['Orders.Total', 2, '0.000', '0.500'],
    ['Json.Write', 2, '0.500', '0.250'],
    ['Orders.Total', 3, '0.000', '0.250'],
  ]);
});

it('draws the outer rows of a large picture first, and callers with what is opened whatever their number is', () => {
  const boxes = boxesOf(flame, 0);
  const drawn = (most: number, row = 0) => outerOf(boxes, most, row).map(box => named(box.node));
  expect([drawn(5).length, drawn(4), drawn(3)]).toEqual([
    5,
    ['all samples', 'Program.Main', 'Orders.Total', 'Json.Write'],
    ['all samples', 'Program.Main'],
  ]);
  expect([drawn(0), drawn(0, 2).length]).toEqual([['all samples'], 4]);
});

it('draws an opened box over the whole width, under its callers, and leaves out what no screen shows', () => {
  expect(boxesOf(flame, 3).map(box => [named(box.node), box.row, box.width])).toEqual([
    ['all samples', 0, 1],
    ['Program.Main', 1, 1],
    ['Json.Write', 2, 1],
  ]);
  const tiny: Flame = { names: ['all', 'tiny'], nodes: [node(0, -1, 1000, 1000), node(1, 0, 0.1, 0.1)] };
  expect(boxesOf(tiny, 0)).toHaveLength(1);
  expect(boxesOf({ names: ['all'], nodes: [node(0, -1, 0, 0)] }, 0)).toHaveLength(1);
});

it('gives speedscope both sides with all their time', () => {
  const { shared, profiles } = JSON.parse(speedscopeOf('hello', flame));
  expect(shared.frames.map((frame: { name: string }) => frame.name)).toEqual(flame.names);
  expect(profiles.map((profile: { name: string }) => profile.name)).toEqual(['base', 'head']);
  for (const side of ['base', 'head'] as const) {
    const { samples, weights, endValue } = profiles[side === 'base' ? 0 : 1];
    expect(endValue).toBeCloseTo(flame.nodes[0]?.[side] ?? 0);
    expect(samples).toHaveLength(weights.length);
    expect(samples[weights.indexOf(Math.max(...weights))].map((name: number) => flame.names[name])).toContain('Program.Main');
  }
});

it('goes into depth without end, as methods that call themselves do', () => {
  const deep: Flame = { names: ['a'], nodes: Array.from({ length: 50_000 }, (_, i) => node(0, i - 1, 1, 1)) };
  expect(boxesOf(deep, 0)).toHaveLength(50_000);
});

it('walks with the arrow keys and stays where there is nothing', () => {
  const boxes = boxesOf(flame, 0);
  const go = (from: number, ...keys: string[]) => keys.reduce((at, key) => neighbour(flame, boxes, at, key) ?? at, from);
  expect(go(0, 'ArrowDown', 'ArrowDown')).toBe(2);
  expect(go(2, 'ArrowRight')).toBe(3);
  expect(go(3, 'ArrowLeft', 'ArrowDown')).toBe(4);
  expect(go(4, 'ArrowDown', 'ArrowUp', 'ArrowUp')).toBe(1);
  expect(go(4, 'Home')).toBe(0);
  expect(neighbour(flame, boxes, 0, 'ArrowUp')).toBeNull();
  expect(neighbour(flame, boxes, 0, 'a')).toBeNull();
});

it('shades by the share of all time, and nothing that hardly changed', () => {
  const whole = node(0, -1, 10, 10);
  const shades = [10, 10.01, 10.05, 10.3, 12, 9.95, 9.7, 8].map(head => shadeOf(node(0, 0, 10, head), whole));
  expect(shades).toEqual([0, 0, 1, 2, 3, -1, -2, -3]);
});

it('adds each method up once, whatever calls itself, and begins with the largest change', () => {
  expect(methodsOf(flame)).toEqual([
    { name: 'Orders.Total', ownBase: 1, ownHead: 3, base: 1, head: 3 },
    { name: 'all samples', ownBase: 0, ownHead: 0, base: 3, head: 5 },
    { name: 'Program.Main', ownBase: 1, ownHead: 1, base: 3, head: 5 },
    { name: 'Json.Write', ownBase: 1, ownHead: 1, base: 1, head: 1 },
  ]);
});

it('finds methods in any case, and nothing for nothing', () => {
  expect([...found(flame, ' orders')]).toEqual([2, 4]);
  expect(found(flame, '  ').size).toBe(0);
  expect(found(flame, '<script>').size).toBe(0);
});

function node(name: number, parent: number, base: number, head: number): FlameNode {
  return { name, parent, base, head };
}
