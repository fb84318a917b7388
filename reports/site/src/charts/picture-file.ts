/** What is said around a chart that leaves the page. */
export interface PictureFrame {
  readonly title: string;
  /** What stands below it, a paragraph each: how to read it, on what and when it was measured. */
  readonly below: readonly string[];
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const margin = 24;
const titleSize = 20;
const textSize = 13;
/** What the style sheet says of a chart, and a file has to say itself. */
const styles = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'paint-order', 'font-size', 'font-weight'] as const;
/** The largest side of a canvas that every browser can draw, in pixels. */
const largestSide = 16_000;

/** A chart as a drawing that needs nothing else, in the colours that are shown now, with its title above and the rest below. */
export function svgOf(chart: SVGSVGElement, frame: PictureFrame): string {
  const { width, height } = chart.getBoundingClientRect();
  const title = wrapped(frame.title, width / (titleSize * 0.55));
  const below = frame.below.flatMap(text => wrapped(text, width / (textSize * 0.55)));
  const top = margin + title.length * titleSize * 1.3 + 8;
  const whole = [width + 2 * margin, top + height + 12 + below.length * textSize * 1.5 + margin] as const;
  const { color, backgroundColor } = getComputedStyle(document.body);
  const lines = (texts: readonly string[], size: number, y: number, step: number) =>
    texts.map((text, i) => {
      const weight = size === titleSize ? 600 : 400;
      return element('text', { x: margin, y: y + i * step, 'font-size': size, 'font-weight': weight, fill: color }, text);
    });
  const root = element('svg', { width: whole[0], height: whole[1], viewBox: `0 0 ${whole.join(' ')}`, role: 'img' });
  root.setAttribute('font-family', 'system-ui, sans-serif');
  root.append(
    element('title', {}, frame.title),
    element('rect', { width: '100%', height: '100%', fill: backgroundColor }),
    ...lines(title, titleSize, margin + titleSize, titleSize * 1.3),
    styled(chart, { x: margin, y: top, width, height }),
    ...lines(below, textSize, top + height + 12 + textSize, textSize * 1.5),
  );
  return new XMLSerializer().serializeToString(root);
}

/** The same as points, twice as dense as those of the page, where a canvas can be so large. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, largestSide / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scale * image.naturalWidth);
  canvas.height = Math.round(scale * image.naturalHeight);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob === null ? reject(new Error('this browser cannot draw a picture so large')) : resolve(blob)), 'image/png'),
  );
}

/** A copy that holds its own styles. */
function styled(chart: SVGSVGElement, place: Readonly<Record<string, number>>): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  chart.querySelectorAll('*').forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const name of styles) copies[i]?.setAttribute(name, style.getPropertyValue(name));
    copies[i]?.removeAttribute('class');
  });
  for (const name of ['class', 'role', 'aria-label']) copy.removeAttribute(name);
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
  return copy;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Lines of at most so many characters; a longer word has a line of its own. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
