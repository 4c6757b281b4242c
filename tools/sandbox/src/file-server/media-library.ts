import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { floorPlan } from './floor-plan-drawing.ts';
import { pdfExpose } from './pdf-expose.ts';
import { SCENES, seeded } from './scene-drawings.ts';
import type { Scene } from './scene-drawings.ts';

export interface ServedFile {
  bytes: Buffer;
  type: string;
  etag: string;
  lastModified: Date;
}

const WIDTH = 1600;
const HEIGHT = 1200;
const KEPT_VARIANTS = 200;

/** The date of generated files, which never change. */
const GENERATED_AT = new Date('2025-03-01T08:30:00Z');

/** The bytes with the headers for revalidation by a client. */
export function servedFile(bytes: Buffer, type: string, lastModified = GENERATED_AT): ServedFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { bytes, type, etag: `"${hash}"`, lastModified };
}

const GRAIN_SIDE = 256;

/** A tile of grey grain: without it a drawing compresses far better than a photo. */
function grain(seed: number): Buffer {
  const random = seeded(seed);
  const pixels = Buffer.alloc(GRAIN_SIDE * GRAIN_SIDE * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels.fill(random() < 0.5 ? 0 : 255, at, at + 3);
    pixels[at + 3] = Math.floor(random() * 18);
  }
  return pixels;
}

function photo(scene: Scene, variant: number): Sharp {
  const drawing = SCENES[scene](seeded(variant));
  const raw = { width: GRAIN_SIDE, height: GRAIN_SIDE, channels: 4 as const };
  return sharp(Buffer.from(drawing))
    .resize(WIDTH, HEIGHT)
    .composite([{ input: grain(variant), raw, tile: true, blend: 'over' }]);
}

type Maker = (variant: number) => Promise<ServedFile>;

const jpeg =
  (scene: Scene): Maker =>
  async (variant) =>
    servedFile(await photo(scene, variant).jpeg({ quality: 82 }).toBuffer(), 'image/jpeg');

const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...(Object.keys(SCENES) as Scene[]).map((scene) => [`photos/${scene}.jpg`, jpeg(scene)] as const),
  [
    'photos/garden.webp',
    async (variant) =>
      servedFile(await photo('garden', variant).webp({ quality: 80 }).toBuffer(), 'image/webp'),
  ],
  [
    'plans/floor-plan.png',
    async (variant) =>
      servedFile(
        await sharp(Buffer.from(floorPlan(variant)))
          .png()
          .toBuffer(),
        'image/png',
      ),
  ],
  ['documents/expose.pdf', (variant) => Promise.resolve(servedFile(pdfExpose(variant), 'application/pdf'))],
]);

/** The names of all files that the library can generate. */
export const MEDIA_NAMES: readonly string[] = [...MAKERS.keys()];

/** Generates files on demand and caches the newest 200. */
export class MediaLibrary {
  readonly #made = new Map<string, Promise<ServedFile>>();

  /** The file, or undefined for an unknown name; each variant is a file of its own. */
  get(name: string, variant: number): Promise<ServedFile> | undefined {
    const key = `${name}?${variant}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = MAKERS.get(name)?.(variant);
    if (!made) return undefined;
    this.#made.set(key, made);
    made.catch(() => this.#made.delete(key));
    const [oldest] = this.#made.keys();
    if (this.#made.size > KEPT_VARIANTS && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}
