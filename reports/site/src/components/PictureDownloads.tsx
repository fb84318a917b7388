import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { type PictureFrame, pngOf, svgOf } from '../charts/picture-file.ts';
import { useDownload } from './download.ts';

/** Buttons that keep the chart of a figure as a file, with all that a reader elsewhere needs to know in it. */
export function PictureDownloads({ file, figure, frame }: { file: string; figure: RefObject<HTMLElement | null>; frame: PictureFrame }) {
  const [said, say] = useState('');
  const download = useDownload();
  const save = async (type: 'svg' | 'png') => {
    const chart = figure.current?.querySelector<SVGSVGElement>('svg.plot');
    if (!chart) return;
    const svg = svgOf(chart, frame);
    try {
      if (type === 'svg') await download(`${file}.svg`, 'image/svg+xml', svg);
      else await download(`${file}.png`, 'image/png', await pngOf(svg));
    } catch (problem) {
      say(`Not saved: ${(problem as Error).message}. The SVG has no such limit.`);
    }
  };
  return (
    <p class="downloads">
      {(['svg', 'png'] as const).map(type => (
        <button key={type} type="button" onClick={() => save(type)}>
          {type.toUpperCase()}
          <span class="visually-hidden"> of the picture</span>
        </button>
      ))}
      <span role="status">{said}</span>
    </p>
  );
}
