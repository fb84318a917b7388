import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Colours that a picture of a page is kept in: its text and lines have fewer, and what lies between two of them nobody sees. */
const mostColours = 256;

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** A screenshot (8 bits a channel, no interlace) with a palette: a third of its size, for pictures that are committed. */
export function withPalette(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(chunk => chunk.type === 'IHDR')?.data as Buffer;
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const pixels = unfiltered(
    inflateSync(Buffer.concat(chunks.filter(chunk => chunk.type === 'IDAT').map(chunk => chunk.data))),
    width,
    height,
    channels,
  );
  const colours = Array.from({ length: width * height }, (_, i) => pixels.readUIntBE(i * channels, 3));
  const palette = mostUsed(colours);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  colours.forEach((colour, i) => {
    if (!nearest.has(colour)) nearest.set(colour, closest(palette, colour));
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = nearest.get(colour) ?? 0;
  });
  const start = Buffer.from(header);
  start[9] = 3; // colours by their place in the palette
  const table = Buffer.from(palette.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    signature,
    chunk('IHDR', start),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND'),
  ]);
}

/** The colours that occur most, the first of those that look the same for all of them. */
function mostUsed(colours: readonly number[]): number[] {
  const uses = new Map<number, number>();
  for (const colour of colours) uses.set(colour, (uses.get(colour) ?? 0) + 1);
  const palette: number[] = [];
  for (const [colour] of [...uses].sort((a, b) => b[1] - a[1])) {
    if (palette.length === mostColours) break;
    if (palette.every(each => distance(each, colour) > 60)) palette.push(colour);
  }
  return palette;
}

const closest = (palette: readonly number[], colour: number) =>
  palette.reduce((best, each, i) => (distance(each, colour) < distance(palette[best] as number, colour) ? i : best), 0);

/** Square of the distance of two colours, as 0xrrggbb. */
function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  return chunks;
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Undoes the five filters of PNG (specification, section 9). */
function unfiltered(raw: Buffer, width: number, height: number, channels: number): Buffer {
  const size = width * channels;
  const out = Buffer.alloc(size * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (size + 1)] ?? 0;
    for (let x = 0; x < size; x++) {
      const left = x < channels ? 0 : (out[y * size + x - channels] ?? 0);
      const above = y === 0 ? 0 : (out[(y - 1) * size + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[(y - 1) * size + x - channels] ?? 0);
      out[y * size + x] = ((raw[y * (size + 1) + 1 + x] ?? 0) + guessOf(filter, left, above, corner)) & 255;
    }
  }
  return out;
}

/** What a filter expects a byte to be. It is asked of each, so nothing is made here but numbers. */
function guessOf(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const a = Math.abs(above - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + above - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
