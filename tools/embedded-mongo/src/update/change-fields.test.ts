import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExact, decodePlain, type Doc, encode } from '../values/document.ts';
import { changedFields } from '../values/top-level-fields.ts';
import { modified } from './change-fields.ts';
import { compileUpdate } from './modification.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'ä');
const json = fc.jsonValue({ maxDepth: 2 });
const plainly = { noNullPrototype: true };
const docs = fc.dictionary(names, json, { ...plainly, maxKeys: 5 });
const updates = fc.record(
  {
    $set: fc.dictionary(fc.constantFrom('a', 'e'), json, plainly),
    $unset: fc.dictionary(fc.constantFrom('b', 'c'), fc.constant(''), plainly),
  },
  plainly,
);

describe('changing some fields of a document', () => {
  it('an update of some fields gives the same bytes as one of the whole document', () => {
    fc.assert(
      fc.property(docs, updates, (doc: Doc, update) => {
        const raw = encode(doc);
        const modification = compileUpdate(update, false);
        const whole = encode(modification.change(decodeExact(raw), false));
        expect(modified(raw, modification).equals(whole)).toBe(true);
      }),
    );
  });

  it('a replacement gives the new document with the id of the old one', () => {
    const raw = encode({ _id: 'x', a: 1, b: 2 });
    expect(decodePlain(modified(raw, compileUpdate({ c: 3 }, false)))).toEqual({ _id: 'x', c: 3 });
  });

  it('an update that nests too deeply is refused', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 210; level += 1) deep = { deep };
    const update = compileUpdate({ $set: { a: deep } }, false);
    expect(() => modified(encode({ _id: 'x' }), update)).toThrow(/nested/);
  });

  it('the changed fields of two documents are those with another value, and those that only one has', () => {
    fc.assert(
      fc.property(docs, docs, (before: Doc, after: Doc) => {
        const [one, other] = [encode(before), encode(after)];
        const differ = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
          const of = (doc: Doc) => encode(Object.hasOwn(doc, name) ? { [name]: doc[name] } : {});
          return !of(before).equals(of(after));
        });
        expect([...changedFields(one, other)].toSorted()).toEqual(differ.toSorted());
      }),
    );
  });
});
