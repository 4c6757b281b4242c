import { deserialize, Long } from 'bson';
import { expect, it } from 'vitest';
import { encode } from '../values/document.ts';
import { pageReply, valueReply } from './raw-document.ts';

it.each([0, 1, 3, 250_000])('a reply holds a page of %d documents as they are stored', (count) => {
  const documents = Array.from({ length: count }, (_, n) => encode({ n }));
  const { cursor, ok } = deserialize(
    pageReply({ name: 'nextBatch', documents, id: Long.fromNumber(7), namespace: 'a.b' }),
  );
  expect(ok).toBe(1);
  expect(cursor).toMatchObject({ id: 7, ns: 'a.b' });
  const { nextBatch } = cursor as { nextBatch: { n: number }[] };
  expect(nextBatch).toHaveLength(count);
  expect(nextBatch.every(({ n }, at) => n === at)).toBe(true);
});

it('a reply holds one document, or none', () => {
  expect(deserialize(valueReply(encode({ a: 1 }), { n: 1 }))).toEqual({ n: 1, value: { a: 1 }, ok: 1 });
  expect(deserialize(valueReply(null, { n: 0 }))).toEqual({ n: 0, value: null, ok: 1 });
});
