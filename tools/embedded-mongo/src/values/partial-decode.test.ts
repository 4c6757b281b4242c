import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePlain, type Doc, encode } from './document.ts';
import { indexKeys } from '../storage/index-keys.ts';
import { indexOf } from '../storage/index-spec.ts';
import { decodeFields, decodePaths, pathTree } from './partial-decode.ts';

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

  it('partial decoding of the paths of an index gives the keys that the whole document has', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const scalar = fc.oneof(fc.integer(), fc.constantFrom('', 'x', null));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.uniqueArray(path, { minLength: 1 }), (given, paths) => {
        const raw = encode(given);
        const key = Object.fromEntries(paths.map((one) => [one, 1]));
        const index = indexOf(1, { key, name: 'i' }, { multikey: [], truncated: false });
        const keysOf = (doc: Doc) => {
          try {
            return indexKeys(index, doc);
          } catch (error) {
            return error;
          }
        };
        expect(keysOf(decodePaths(raw, pathTree(index.reads)))).toEqual(keysOf(decodePlain(raw)));
      }),
    );
  });

  it('partial decoding of a path leaves out what lies beside it', () => {
    const raw = encode({ a: [{ b: 1, c: 2 }, 3, { c: 4 }], d: { b: { c: 5 }, e: 6 }, f: 7 });
    const wanted = pathTree([
      ['a', 'b'],
      ['d', 'b'],
      ['d', 'b', 'c'],
      ['f', 'g'],
    ]);
    expect(decodePaths(raw, wanted)).toEqual({ a: [{ b: 1 }, 3, {}], d: { b: { c: 5 } }, f: 7 });
  });

  it('partial decoding refuses bytes that are no document', () => {
    const raw = encode({ a: 'text' });
    raw.writeInt32LE(1000, 7);
    expect(() => decodeFields(raw, new Set(['a']))).toThrow();
  });
});
