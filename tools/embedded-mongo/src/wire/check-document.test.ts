import {
  Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, type Document, Double, Int32, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp,
} from 'bson'; // oxfmt-ignore
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MongoError } from '../errors.ts';
import { decodeExact, decodePlain } from '../values/document.ts';
import { checkDocument } from './check-document.ts';

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double(),
  fc.boolean(),
  fc.date({ noInvalidDate: true }),
  fc.constant(null),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => new Binary(bytes)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((number) => Long.fromBigInt(number)),
  fc.constantFrom<unknown>(
    new ObjectId(), new Int32(7), new Double(7), new DBRef('c', new ObjectId()),
  ), // oxfmt-ignore
);
const name = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
const documents = fc.object({ values: [value], key: name, withSparseArray: false }) as fc.Arbitrary<Document>;

const encoded = (doc: Document): Buffer => Buffer.from(serialize(doc, { ignoreUndefined: true }));

it('checkDocument accepts what the driver encodes', () => {
  fc.assert(fc.property(documents, (doc) => checkDocument(encoded(doc))));
});

it('checkDocument accepts only what can be decoded, however bytes are changed', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(documents, changes, (doc, changed) => {
      const raw = encoded(doc);
      for (const [at, byte] of changed) raw[at % raw.length] = byte;
      try {
        checkDocument(raw);
      } catch (error) {
        expect(error).toBeInstanceOf(MongoError);
        return;
      }
      expect(decodeExact(raw)).toBeDefined();
      expect(decodePlain(raw)).toBeDefined();
    }),
    { numRuns: 1000, endOnFailure: true },
  );
});

it.each([
    new BSONRegExp('a.b', 'i'), new Code('x', { a: 1 }), new Code('y'), Decimal128.fromString('1.5'),
    new Timestamp({ t: 1, i: 2 }), new MinKey(), new MaxKey(), new BSONSymbol('x'), new Binary(Buffer.of(1), 2),
  ])('checkDocument refuses an unsupported type with code 72: %j', (value) => {
    expect(() => checkDocument(encoded({ a: [value] }))).toThrow(expect.objectContaining({ code: 72 }));
  }); // oxfmt-ignore

it('checkDocument refuses a document that is truncated anywhere', () => {
  const raw = encoded({
    a: 'text',
    b: [1, { c: new Binary(Buffer.alloc(3)) }],
  });
  for (let length = 0; length < raw.length; length++)
    expect(() => checkDocument(raw.subarray(0, length))).toThrow(MongoError);
});
