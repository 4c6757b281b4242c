import fc from 'fast-check';
import { expect, it } from 'vitest';
import { externalIdOf, publishedIdOf } from './published-id.ts';

const ALPHABET = Array.from('aB0/_#+:@-');
const WHITE = Array.from(' \t\n\v\f\r\u00a0\u1680\u2003\u2028\u3000\ufeff');
const anyId = fc.string({ unit: fc.constantFrom(...ALPHABET, ...WHITE), minLength: 1, maxLength: 50 });
/** Readers of XML change texts so: ends of lines become one, white space at the ends goes, runs of it become a blank. */
const asReadBy = {
  aParser: (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'),
  aTrimmer: (text: string) => text.trim(),
  aNormalizer: (text: string) => text.replace(/\s+/g, ' ').trim(),
};

it.each(['P-77', 'P/77 #1', 'a b c', '-', '@', 'x+y:z_1'])(
  'an external id on a portal is itself without unstable white space: %s',
  (id) => {
    expect(publishedIdOf(id)).toBe(id);
  },
);

it.each([
  [' ', '%20'],
  ['\n', '%0A'],
  ['P-77 ', 'P-77%20'],
  [' P', '%20P'],
  ['a  b', 'a %20b'],
  ['a\tb', 'a%09b'],
  ['a\u3000b', 'a%E3%80%80b'],
])('the external id %j is %s on a portal', (id, published) => {
  expect(publishedIdOf(id)).toBe(published);
});

it('different external ids have different published ids, which can be decoded', () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const published = publishedIdOf(id);
      expect(externalIdOf(published)).toBe(id);
      for (const read of Object.values(asReadBy)) expect(read(published)).toBe(published);
      expect(published).not.toBe('');
    }),
    { numRuns: 2000 },
  );
});

it('a published id never equals another external id', () => {
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      expect(publishedIdOf(one) === publishedIdOf(other)).toBe(one === other);
    }),
    { numRuns: 2000 },
  );
});

it('an id that was not encoded is decoded to itself', () => {
  expect(externalIdOf('100%')).toBe('100%');
  expect(externalIdOf('P-77')).toBe('P-77');
});
