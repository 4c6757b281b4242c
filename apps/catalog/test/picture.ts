import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp';

/** A picture with noise in it, so that cutting it off takes something away. */
export function aPicture(format: Format | 'gif', size = 64): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: size, height: size, channels: 3 as const, background: 'white', noise };
  return sharp({ create }).toFormat(format).toBuffer();
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description exif:GPSLatitude="48.1371" xmlns:exif="http://ns.adobe.com/exif/1.0/"/></rdf:RDF></x:xmpmeta>`;

/** A picture as a phone makes it: with place and device, in Exif and XMP, and with a profile. */
export async function aPictureWithLocation(format: Format): Promise<Buffer> {
  return sharp(await aPicture(format))
    .withXmp(XMP)
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 8/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '11/1 34/1 0/1',
      },
    })
    .withIccProfile('srgb')
    .toFormat(format)
    .toBuffer();
}

/** A picture of one colour. */
export const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
