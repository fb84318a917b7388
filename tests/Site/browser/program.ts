import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromiumOptions } from './chromium.mjs';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const program = process.env.PERFMATRIX_PROGRAM ?? join(root, 'artifacts/bin/PerfMatrix.Cli/release/PerfMatrix');

/** Why tests of the command line's output cannot run here; null when they can. */
export const missingProgram = existsSync(program) ? null : `the command line is not built: ${program}`;

const { executablePath } = chromiumOptions;

/** Why the browser tests cannot run here; null when they can. */
export const missing = existsSync(executablePath) ? missingProgram : `no browser at ${executablePath}`;

/** Whether this build has `history demo`. */
export const canGenerate = (): boolean => spawnSync(program, ['history', 'demo', '--help'], { cwd: root }).stdout.includes('--cells');

/** Where the generated history of so many runs and cells lies. */
export const demo = (runs: number, cells: number): string => join(root, `artifacts/test/demo-${runs}-${cells}`);

/** When the newest library of the program was built; the program itself only starts them. */
const builtAt = (): number =>
  Math.max(
    ...readdirSync(dirname(program))
      .filter(file => file.endsWith('.dll'))
      .map(file => statSync(join(dirname(program), file)).mtimeMs),
  );

/** Generates a history; again only when the program is newer, because the large one takes its time. */
export async function generate(runs: number, cells: number): Promise<void> {
  const folder = demo(runs, cells);
  const truth = join(folder, 'truth.json');
  if (existsSync(truth) && statSync(truth).mtimeMs > builtAt()) return;
  rmSync(folder, { recursive: true, force: true });
  await promisify(execFile)(program, ['history', 'demo', '--out', folder, '--runs', String(runs), '--cells', String(cells)], { cwd: root });
}

/** A server of the real command line; the caller ends it. */
export async function serve(history: string): Promise<{ address: string; end: () => void }> {
  const server: ChildProcess = spawn(program, ['site', 'serve', '--history', history], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
    if (address !== undefined) return { address, end: () => server.kill('SIGINT') };
  }
  throw new Error('site serve ended without an address');
}
