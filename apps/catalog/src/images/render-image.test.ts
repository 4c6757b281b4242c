import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPicture, aPictureWithLocation, plain } from '../../test/picture.ts';
import { captionPicture } from './caption-picture.ts';
import { renderImage } from './render-image.ts';
import type { Marks } from './render-image.ts';

let directory: string;
let files = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function file(bytes: Buffer): Promise<string> {
  const path = join(directory, `file-${(files += 1)}`);
  await writeFile(path, bytes);
  return path;
}

const png = (width: number, height: number, background: string) =>
  plain(width, height, background).png().toBuffer();

async function rendered(bytes: Buffer, marks: Marks, mediaType: 'image/png' | 'image/jpeg' = 'image/png') {
  return (await renderImage({ input: await file(bytes), mediaType }, marks)).bytes;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much of an area differs from a colour, from 0 to 1. */
async function differing(bytes: Buffer, area: Area, [r, g, b]: [number, number, number]): Promise<number> {
  const data = await sharp(bytes).extract(area).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const off =
      Math.abs((data[at] ?? 0) - r) + Math.abs((data[at + 1] ?? 0) - g) + Math.abs((data[at + 2] ?? 0) - b);
    if (off > 24) count += 1;
  }
  return count / (data.length / 3);
}

const WHITE: [number, number, number] = [255, 255, 255];
const BLACK: [number, number, number] = [0, 0, 0];
const lowerRight = (size: number): Area => ({
  left: size / 2,
  top: size * 0.9,
  width: size / 2,
  height: size * 0.1,
});
const upperHalf = (size: number): Area => ({ left: 0, top: 0, width: size, height: size / 2 });

describe('a caption', () => {
  it('a caption can be seen in the lower right on light and on dark pictures, and nowhere else', async () => {
    for (const [name, colour] of [
      ['white', WHITE],
      ['black', BLACK],
    ] as const) {
      const picture = await rendered(await png(800, 800, name), { caption: '© Büro Müller' });
      expect(await differing(picture, lowerRight(800), colour)).toBeGreaterThan(0.05);
      expect(await differing(picture, upperHalf(800), colour)).toBe(0);
    }
  });

  it('a caption draws every letter: one that differs by an umlaut alone looks different', async () => {
    const size = { width: 900, height: 900 };
    const drawn = await Promise.all(
      ['Buro', 'Büro', 'Burö', 'Bür😀', '<b>&', 'Ελλάδα', 'Прага'].map((text) => captionPicture(text, size)),
    );
    expect(new Set(drawn.map((bytes) => bytes.toString('base64'))).size).toBe(drawn.length);
  });

  it('a caption looks the same on a system without any font', async () => {
    const configuration = await file(Buffer.from('<?xml version="1.0"?><fontconfig></fontconfig>'));
    const module = fileURLToPath(new URL('./caption-picture.ts', import.meta.url));
    const script = `import { captionPicture } from ${JSON.stringify(module)};
      const bytes = await captionPicture('© Büro Müller', { width: 900, height: 600 });
      process.stdout.write(bytes.toString('base64'));`;
    const main = join(directory, 'caption.mts');
    await writeFile(main, script);
    const { stdout } = await promisify(execFile)(process.execPath, [main], {
      env: { PATH: process.env['PATH'], FONTCONFIG_FILE: configuration, HOME: directory },
      maxBuffer: 10_000_000,
    });
    const here = await captionPicture('© Büro Müller', { width: 900, height: 600 });
    const there = Buffer.from(stdout, 'base64');
    const size = ({ width, height }: Metadata) => [width, height];
    expect(size(await sharp(there).metadata())).toEqual(size(await sharp(here).metadata()));
    // The edges of letters are smoothed as the system says; their shapes are those of the font.
    const letters = (bytes: Buffer) => sharp(bytes).extractChannel('red').blur(1).raw().toBuffer();
    const [one, other] = [await letters(there), await letters(here)];
    const apart = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    expect(apart).toBeLessThan(6);
  });

  it.each([
    'x'.repeat(100),
    'Ä'.repeat(100),
    'two\nlines\u0000\u0007',
    '\ud800 half',
    '🏡'.repeat(50),
    '</span><b>',
  ])('a caption fits into pictures of any size: %j', async (caption) => {
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [1, 400],
      [400, 1],
      [640, 480],
    ] as const) {
      const picture = await rendered(await png(width, height, 'white'), { caption });
      expect(await sharp(picture).metadata()).toMatchObject({ width, height });
    }
  });

  it('a caption covers the same part of the picture after it was made smaller for a platform', async () => {
    const large = await rendered(await png(2400, 2400, 'white'), { caption: '© Büro Müller' });
    const fitted = await sharp(large).resize(600, 600).png().toBuffer();
    const covered = (bytes: Buffer, size: number) => differing(bytes, lowerRight(size), WHITE);
    expect(await covered(fitted, 600)).toBeCloseTo(await covered(large, 2400), 1);
  });
});

describe('an image that is laid over another', () => {
  it('an image that is laid over another lies in the middle with its own transparency', async () => {
    const half = { r: 255, g: 0, b: 0, alpha: 0.5 };
    const logo = await sharp({ create: { width: 10, height: 10, channels: 4, background: half } })
      .png()
      .toBuffer();
    const picture = await rendered(await png(400, 400, 'white'), { imagePath: await file(logo) });
    const pixel = await sharp(picture).extract({ left: 200, top: 200, width: 1, height: 1 }).raw().toBuffer();
    expect([...pixel.subarray(0, 3)]).toEqual([255, expect.closeTo(128, -1), expect.closeTo(128, -1)]);
    const middle = { left: 120, top: 120, width: 160, height: 160 };
    expect(await differing(picture, middle, WHITE)).toBe(1);
    expect(await differing(picture, { left: 0, top: 0, width: 400, height: 119 }, WHITE)).toBe(0);
  });

  it('an image that is laid over another fits on a picture of one pixel', async () => {
    const imagePath = await file(await png(300, 200, 'red'));
    expect(await sharp(await rendered(await png(1, 1, 'white'), { imagePath })).metadata()).toMatchObject({
      width: 1,
    });
  });
});

describe('a rendered picture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a rendered picture stands upright when its camera was turned (orientation %i)',
    async (orientation) => {
      const corner = await png(40, 40, 'red');
      const upright = sharp(await png(200, 120, 'white')).composite([{ input: corner, left: 0, top: 0 }]);
      const turned = await turnedBack(await upright.png().toBuffer(), orientation);
      const bytes = await rendered(turned, { caption: 'A' }, 'image/jpeg');
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 120 });
      expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
      expect(await differing(bytes, { left: 5, top: 5, width: 20, height: 20 }, [254, 0, 0])).toBe(0);
      expect(await differing(bytes, { left: 110, top: 5, width: 60, height: 40 }, WHITE)).toBe(0);
    },
  );

  it('a rendered picture has the colours it was taken with, in sRGB', async () => {
    const green = await plain(64, 64, '#00ff00').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    const wide = await sharp(green).raw({ depth: 'uchar' }).toBuffer();
    const bytes = await rendered(green, { caption: 'A' }, 'image/jpeg');
    expect((await sharp(bytes).metadata()).icc).toBeUndefined();
    const [r, g, b] = await sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
    expect([r, g, b]).toEqual([...wide.subarray(0, 3)].map((value) => expect.closeTo(value, -1) as number));
    expect(Math.abs((r ?? 0) - 0) + Math.abs((g ?? 0) - 255)).toBeLessThan(40);
  });

  it('a rendered picture says nothing of place and device', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const path = await file(await aPictureWithLocation(format));
      const { bytes } = await renderImage({ input: path, mediaType: `image/${format}` }, { caption: 'A' });
      const { exif, xmp, icc, format: now } = await sharp(bytes).metadata();
      expect([now, exif, xmp, icc]).toEqual([format, undefined, undefined, undefined]);
    }
  });

  it('a rendered picture is bounded in size and never enlarged', async () => {
    const wide = await plain(5000, 1000, 'white').jpeg().toBuffer();
    expect(await sharp(await rendered(wide, {}, 'image/jpeg')).metadata()).toMatchObject({
      width: 2560,
      height: 512,
    });
  });

  it('a rendered picture that would be too large as PNG becomes a JPEG', async () => {
    const path = await file(await aPicture('png', 200));
    const { bytes, mediaType } = await renderImage(
      { input: path, mediaType: 'image/png' },
      { caption: 'A' },
      { maxBytes: 50_000 },
    );
    expect(mediaType).toBe('image/jpeg');
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  });
});

/** The picture as a camera stores it that says it was held in this orientation. */
async function turnedBack(upright: Buffer, orientation: number): Promise<Buffer> {
  // Rotation first, mirroring after; each undoes what a viewer does.
  const steps: Record<number, [angle: number, flip: boolean, flop: boolean]> = {
    1: [0, false, false],
    2: [0, false, true],
    3: [180, false, false],
    4: [0, true, false],
    5: [90, false, true],
    6: [270, false, false],
    7: [270, false, true],
    8: [90, false, false],
  };
  const [angle, flip, flop] = steps[orientation] ?? [0, false, false];
  const rotated = await sharp(upright).rotate(angle).png().toBuffer();
  return sharp(rotated).flip(flip).flop(flop).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
}

it('the font of captions goes with the service', async () => {
  expect(
    (await readFile(new URL('../../fonts/DejaVuSans-Bold.ttf', import.meta.url))).length,
  ).toBeGreaterThan(100_000);
});
