// What the Why view with its flame graph adds to the script of the site: node why-size.mjs. Prints bytes after gzip. The script without the view is
// built in memory, from the same sources and settings.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

process.env.NODE_ENV = 'production';
const site = new URL('../../../reports/site/', import.meta.url);
const { build } = await import(new URL('node_modules/vite/dist/node/index.js', site).href);

const withoutWhy = {
  name: 'without-why',
  enforce: 'pre',
  load: id =>
    id.endsWith('/views/Why.tsx')
      ? 'export const Why = () => null; export const WhyView = () => null; export const prepareWhy = () => null;'
      : null,
};
const built = await build({ root: fileURLToPath(site), logLevel: 'error', build: { write: false }, plugins: [withoutWhy] });
const { code } = [built]
  .flat()
  .flatMap(each => each.output)
  .find(each => each.fileName === 'site.js');
process.stdout.write(`${gzipSync(readFileSync(new URL('dist/site.js', site))).length - gzipSync(code).length}\n`);
