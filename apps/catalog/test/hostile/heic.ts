import { box, times, u16, u32, u8, versioned } from './boxes.ts';

interface Item {
  type: string;
  /** How many extents it has; every one covers the whole payload. */
  extents: number;
}

interface Heic {
  /** Beside the image, which is the first item. */
  items: readonly Item[];
  size?: readonly [width: number, height: number];
  payloadBytes: number;
}

/** Settings of a decoder, as libheif asks for them before it takes an image. */
const CODING = Buffer.from(
  '0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003000003001eba' +
    '0240210001002742010103700000030090000003000003001ea020810596eae4a6b9b0200000030020000003002122000100' +
    '064401c173c089',
  'hex',
);

const entry = (type: string, index: number): Buffer =>
  versioned('infe', 2, u16(index + 1), u16(0), Buffer.from(type, 'latin1'), u8(0), xmpType(type));
const xmpType = (type: string): Buffer =>
  type === 'mime' ? Buffer.from('application/rdf+xml\0') : Buffer.alloc(0);

const about = (items: readonly Item[]): Buffer => {
  const links = items.slice(1).map((_, index) => box('cdsc', u16(index + 2), u16(1), u16(1)));
  return versioned('iref', 0, ...links);
};

function properties([width, height]: readonly [number, number]): Buffer {
  const size = versioned('ispe', 0, u32(width), u32(height));
  const depth = versioned('pixi', 0, u8(3, 8, 8, 8));
  const ofImage = versioned('ipma', 0, u32(1), u16(1), u8(3, 0x81, 2, 3));
  return box('iprp', box('ipco', box('hvcC', CODING), size, depth), ofImage);
}

function locations(items: readonly Item[], start: number, length: number): Buffer {
  const extent = Buffer.concat([u32(start), u32(length)]);
  const located = items.map(({ extents }, index) =>
    Buffer.concat([u16(index + 1), u16(0), u16(extents), times(extents, () => extent)]),
  );
  return versioned('iloc', 0, u16(0x4400), u16(items.length), ...located);
}

/** A HEIC file with these items, whose parts all lie over each other. */
export function heic({ items, size = [64, 48], payloadBytes }: Heic): Buffer {
  const all = [{ type: 'hvc1', extents: 1 }, ...items];
  const head = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const handler = versioned('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13));
  const names = versioned('iinf', 0, u16(all.length), ...all.map(({ type }, index) => entry(type, index)));
  const meta = (start: number) =>
    versioned(
      'meta',
      0,
      handler,
      versioned('pitm', 0, u16(1)),
      locations(all, start, payloadBytes),
      names,
      properties(size),
      about(all),
    );
  const payloadStart = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(payloadStart), box('mdat', Buffer.alloc(payloadBytes, 1))]);
}
