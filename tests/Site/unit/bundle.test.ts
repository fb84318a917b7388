import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const site = fileURLToPath(new URL('../../../reports/site/', import.meta.url));
const built = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

it('is what a fresh build of the sources gives (else: npm --prefix reports/site run build, and commit dist)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perfmatrix-bundle-'));
  try {
    execFileSync(
      process.execPath,
      [join(site, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
      { cwd: site, env: { ...process.env, NODE_ENV: 'production' } },
    );
    for (const name of ['site.js', 'site.css'])
      expect(built(folder, name) === built(join(site, 'dist'), name), `${name} differs`).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['screenshot.png', 790],
  ['versions.png', 1000],
])('has the picture %s that the README shows, as large as the test makes it, under 300 KB', (name, height) => {
  expect(readFileSync(join(site, '../../README.md'), 'utf8')).toContain(`](reports/site/${name})`);
  const picture = readFileSync(join(site, name));
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, height]);
  expect(picture.length).toBeLessThan(300_000);
});

it('has a card for links that are shared, 1,200 x 630 pixels, under 100 KB', () => {
  const card = readFileSync(join(site, 'card.png'));
  expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(card.length).toBeLessThan(100_000);
});

it('delivers at most 120 KB of compressed JavaScript', () =>
  expect(gzipSync(built(join(site, 'dist'), 'site.js')).length).toBeLessThanOrEqual(120_000));

it('spends at most 40 KB of it on the Why view with its flame graph', () => {
  const script = fileURLToPath(new URL('../benchmark/why-size.mjs', import.meta.url));
  const bytes = Number(execFileSync(process.execPath, [script], { encoding: 'utf8' }));
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(40_000);
});

it('knows no address but those that name a format: no CDN, no tracking', () => {
  const addresses = new Set(built(join(site, 'dist'), 'site.js').match(/https?:\/\/[\w./-]+/g) ?? []);
  expect([...addresses].filter(address => !address.startsWith('http://www.w3.org/'))).toEqual([
    'https://www.speedscope.app/file-format-schema.json',
  ]);
});
