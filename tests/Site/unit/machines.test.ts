import { expect, it } from 'vitest';
import { machinesAlike, machineText, noPoints, onMachine, type TrendData } from '../../../reports/site/src/views/trend-model.ts';

/** A history of an older program: the first and the last entry are one machine before and after a new kernel. */
const machines = ['a', 'b', 'a'].map(fingerprint => ({ fingerprint }));

/** Runs on these machines, with one series. */
const dataOf = (on: readonly number[], value: readonly (number | null)[]) =>
  ({ runs: on.map((machine, sequence) => ({ sequence, machine })), series: [{ value }] }) as unknown as TrendData;

const shown = (data: TrendData, machine: number) => onMachine(data, machines, machine).series.map(series => series.value);

it('shows the values of all runs on one machine, whatever kernel, image and boot they had', () => {
  expect(machinesAlike(machines)).toEqual([0, 1, 0]);
  const data = dataOf([0, 1, 2, 2], [10, 20, 30, null]);
  expect(shown(data, 0)).toEqual([[10, null, 30, null]]);
  expect(shown(data, 1)).toEqual([[null, 20, null, null]]);
});

it('keeps a run whose machine the catalogue does not have apart from the others', () => {
  expect(shown(dataOf([7, 0], [10, 20]), 0)).toEqual([[null, 20]]);
});

it('says that nothing was measured only where no machine did', () => {
  expect(noPoints(true, dataOf([0], [null]))).toBe('No run of this range measured this cell and metric.');
  expect(noPoints(true, dataOf([0], [10]))).toContain('on this machine; choose another machine');
  expect(noPoints(false, dataOf([0], [null]))).toBe('No run of this range measured this cell and metric.');
  expect(noPoints(false, dataOf([0], [10]))).toContain('a ratio of this cell to a pinned reference');
});

it('names of a machine what makes it one, and what it may be besides', () => {
  const machine = {
    fingerprint: 'a',
    cpuModel: 'EPYC',
    cores: 4,
    memoryBytes: 15.6 * 1024 ** 3,
    os: 'Ubuntu 24.04 LTS',
    kernel: '6.8',
    driver: 'local',
  };
  expect(machineText(machine)).toBe('EPYC, 4 CPUs, 16 GiB, Ubuntu 24.04 LTS, local (any kernel, image and boot)');
});
