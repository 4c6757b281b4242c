import sharp from 'sharp';

/** A picture with noise in it, so that cutting it off takes something away. */
export function aPicture(format: 'jpeg' | 'png' | 'webp' | 'gif', size = 64): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: size, height: size, channels: 3 as const, background: 'white', noise };
  return sharp({ create }).toFormat(format).toBuffer();
}
