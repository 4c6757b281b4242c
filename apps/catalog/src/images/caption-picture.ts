import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { asset } from '../assets.ts';
import type { Size } from './size.ts';

// The font is part of the service: slim systems have none, and a caption must never vanish.
const FONT_FILE = fileURLToPath(asset('fonts/DejaVuSans-Bold.ttf'));
const FONT = 'DejaVu Sans Bold';
/** Height of the letters as a part of the shorter edge of the image. */
const LETTERS_OF_EDGE = 0.035;
const LETTERS_MIN = 8;
const WIDTH_OF_IMAGE = 0.9;
const HEIGHT_OF_IMAGE = 0.5;
/** Light letters on a dark band can be read on any picture. */
const BAND = { r: 0, g: 0, b: 0, alpha: 0.45 };

/** @throws Error when the font is missing: the renderer would silently use another one, or none */
export const requireFont = (): Promise<void> => access(FONT_FILE);

/** The photos of an office have one caption and few sizes. */
const drawn = new LRUCache<string, Buffer>({
  max: 100,
  maxSize: 4_000_000,
  sizeCalculation: ({ length }) => Math.max(1, length),
});

/** The caption as a picture that fits into the image, at the size at which it is laid over it. */
export async function captionPicture(caption: string, image: Size): Promise<Buffer> {
  const key = `${String(image.width)}x${String(image.height)} ${caption}`;
  const picture = drawn.get(key) ?? (await drawCaption(caption, image));
  drawn.set(key, picture);
  return picture;
}

async function drawCaption(caption: string, image: Size): Promise<Buffer> {
  const letters = Math.max(LETTERS_MIN, Math.round(Math.min(image.width, image.height) * LETTERS_OF_EDGE));
  const padding = Math.ceil(letters / 2);
  const largest = {
    width: Math.max(1, Math.floor(image.width * WIDTH_OF_IMAGE)),
    height: Math.max(1, Math.floor(image.height * HEIGHT_OF_IMAGE)),
  };
  const text = await lettering(caption, letters, Math.max(letters, largest.width - 2 * padding));
  const band = sharp({
    create: {
      width: text.info.width + 2 * padding,
      height: text.info.height + 2 * padding,
      channels: 4,
      background: BAND,
    },
  });
  const picture = await band
    .composite([{ input: text.data, left: padding, top: padding }])
    .png()
    .toBuffer();
  return sharp(picture)
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

/** White letters on nothing, in as many lines as the width asks for. */
function lettering(caption: string, letters: number, width: number) {
  const text = `<span foreground="white">${markup(caption)}</span>`;
  const font = { font: `${FONT} ${letters}`, fontfile: FONT_FILE, dpi: 72 };
  return sharp({ text: { text, ...font, width, wrap: 'word-char', rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true });
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The text as the renderer takes it: it reads markup and refuses control characters and halves of surrogates. */
const markup = (caption: string): string =>
  Array.from(Buffer.from(caption, 'utf8').toString('utf8'))
    .map((character) => (isControl(character.codePointAt(0) ?? 0) ? ' ' : (ESCAPES[character] ?? character)))
    .join('');

const isControl = (code: number): boolean =>
  code < 0x20 || (code >= 0x7f && code < 0xa0) || (code & 0xfffe) === 0xfffe;
