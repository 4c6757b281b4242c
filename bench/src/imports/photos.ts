import sharp from 'sharp';
import { withNumber } from '../sample-photos.ts';

/** As wide as estate software exports photos for portals. */
const [WIDTH, HEIGHT] = [1600, 1200];
const BYTES = 250_000;
const SCENES = 6;
const [LOWEST_QUALITY, HIGHEST_QUALITY] = [30, 95];

/** Photos of about 250 kB, the bytes of each different from all others. */
export interface PhotoMaker {
  photo(number: number): Buffer;
}

/** Draws some scenes; each photo is one of them in other bytes. */
export async function photoMaker(): Promise<PhotoMaker> {
  const scenes = await Promise.all(Array.from({ length: SCENES }, (_, index) => scene(index)));
  return { photo: (number) => withNumber(scenes[number % SCENES] ?? Buffer.alloc(0), number) };
}

/** A room with walls, a window and a floor, with the noise of a camera. */
async function scene(index: number): Promise<Buffer> {
  const hue = index * 55;
  const drawing = `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},35%,88%)"/><stop offset="1" stop-color="hsl(${hue},30%,48%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#light)"/>
    <polygon points="0,1200 1600,1200 1250,820 350,820" fill="hsl(${hue + 30},35%,38%)"/>
    <rect x="${420 + index * 40}" y="220" width="420" height="380" fill="hsl(205,60%,85%)" stroke="white" stroke-width="22"/>
    <circle cx="${1180 - index * 30}" cy="300" r="70" fill="hsl(48,80%,80%)"/>
  </svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const grain = { create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'gray', noise } } as const;
  const picture = await sharp(Buffer.from(drawing))
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return ofSize(picture);
}

/** The highest quality that takes no more bytes than the photos are to have. */
async function ofSize(picture: Buffer): Promise<Buffer> {
  let [low, high] = [LOWEST_QUALITY, HIGHEST_QUALITY];
  while (low < high) {
    const quality = Math.ceil((low + high) / 2);
    const { length } = await encoded(picture, quality);
    if (length <= BYTES) low = quality;
    else high = quality - 1;
  }
  return encoded(picture, low);
}

const encoded = (picture: Buffer, quality: number): Promise<Buffer> =>
  sharp(picture).jpeg({ quality }).toBuffer();
