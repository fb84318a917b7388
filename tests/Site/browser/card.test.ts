import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launch } from './browser.ts';
import { withPalette } from './palette-png.ts';
import { missing, root } from './program.ts';

const question = 'Is it getting slower?';
const width = 1200;
const height = 630;

/** A line that goes up and down, and says nothing. */
const points = Array.from({ length: 61 }, (_, i) => `${i * 17},${Math.round(70 + 26 * Math.sin(i * 1.9) * Math.cos(i * 0.7))}`).join(' ');

/** The picture beside links to any site: it is of no history, so it has the name and the question, and no figure. */
const card = `<!doctype html><html lang="en"><title>perfmatrix</title><style>
  body { box-sizing: border-box; width: ${width}px; height: ${height}px; margin: 0; padding: 80px; font-family: system-ui, sans-serif;
    color: #1b1f24; background: #ffffff; border-left: 24px solid #0a5c8f }
  p { margin: 0; font-size: 44px; color: #57606a }
  h1 { margin: 48px 0 72px; font-size: 92px; line-height: 1.1 }
  svg { display: block; overflow: visible; fill: none }
</style><p>perfmatrix</p><h1>${question}</h1>
<svg width="1020" height="140" aria-hidden="true">
  <path d="M0 70H1020" stroke="#57606a" stroke-width="3" stroke-dasharray="3 9" />
  <polyline points="${points}" stroke="#57606a" stroke-width="5" stroke-linejoin="round" />
  <path d="M1020 ${points.split(',').at(-1)}h1" stroke="#1b1f24" stroke-width="18" stroke-linecap="round" />
</svg>`;

describe.skipIf(missing !== null)('the card of a link that is shared', () => {
  it('asks what the first screen does, says nothing of a history, and fits', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.setContent(card);
      expect((await page.innerText('body')).split(/\n+/)).toEqual(['perfmatrix', question]);
      expect(readFileSync(join(root, 'reports/site/src/views/Overview.tsx'), 'utf8')).toContain(`<h1>${question}</h1>`);
      expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([
        width,
        height,
      ]);
      const picture = withPalette(await page.screenshot());
      expect(picture.length).toBeLessThan(100_000);
      // PERFMATRIX_SCREENSHOT=1 scripts/test-site makes the one of the pages anew.
      writeFileSync(join(root, process.env.PERFMATRIX_SCREENSHOT ? 'reports/site/card.png' : 'artifacts/test/card.png'), picture);
    } finally {
      await browser.close();
    }
  });
});
