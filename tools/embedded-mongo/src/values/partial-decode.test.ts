import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePlain, type Doc, encode } from './document.ts';
import { decodeFields } from './partial-decode.ts';

const picked = (doc: Doc, names: readonly string[]): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)));

const every: Doc = {
  double: new Double(1.5), text: 'ä\u0000b', doc: { inner: [1, { deep: 'x' }] }, array: [1, 'two', { three: 3 }],
  binary: new Binary(Buffer.from([1, 2, 3])), id: new ObjectId('00000000000000000000000a'), yes: true,
  date: new Date(5), nothing: null, int: new Int32(3),
  long: Long.fromString('9007199254740993'), wanted: 'here',
}; // oxfmt-ignore

describe('decoding some fields of a document', () => {
  it('partial decoding skips a value of every type', () => {
    const raw = encode(every);
    for (const name of Object.keys(every))
      expect(decodeFields(raw, new Set([name]))).toEqual(picked(decodePlain(raw), [name]));
  });

  it('partial decoding gives the same values as decoding everything', () => {
    const names = fc.string({ maxLength: 3 }).filter((name) => !name.includes('\0') && name !== '__proto__');
    const doc = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
    fc.assert(
      fc.property(doc, fc.array(names), (given, wanted) => {
        const raw = encode(given);
        expect(decodeFields(raw, new Set(wanted))).toEqual(picked(decodePlain(raw), wanted));
      }),
    );
  });

  it('partial decoding refuses bytes that are no document', () => {
    const raw = encode({ a: 'text' });
    raw.writeInt32LE(1000, 7);
    expect(() => decodeFields(raw, new Set(['a']))).toThrow();
  });
});
