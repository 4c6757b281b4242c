import { expect, it } from 'vitest';
import { objectsIn, readEvents } from '../test-support/read-events.ts';
import { PackageUnreadable } from './limits.ts';

const OBJECT =
  '<immobilie><verwaltung_techn><objektnr_extern>1</objektnr_extern></verwaltung_techn></immobilie>';
const around = (content: string) => `<openimmo><anbieter>${content}</anbieter></openimmo>`;

async function refusal(document: string | AsyncIterable<Uint8Array>): Promise<string> {
  const { error } = await readEvents(document);
  expect(error).toBeInstanceOf(PackageUnreadable);
  return (error as Error).message;
}

async function* endless(head: string, piece: string, times: number): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(head));
  for (let count = 0; count < times; count += 1) yield Buffer.from(piece);
}

it('a hostile document with an external entity is refused, and nothing of it is read', async () => {
  const document = `<!DOCTYPE openimmo [<!ENTITY x SYSTEM "file:///etc/passwd">]>${around('<firma>&x;</firma>')}`;
  expect(await refusal(document)).toMatch(/document type definition/);
});

it('a hostile document with entities of entities is refused', async () => {
  const bombs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY b${level + 1} "${`&b${level};`.repeat(10)}">`,
  );
  const document = `<!DOCTYPE openimmo [<!ENTITY b0 "x">${bombs.join('')}]>${around('<firma>&b9;</firma>')}`;
  expect(await refusal(document)).toMatch(/document type definition/);
});

it('a hostile document with a definition of types that never ends is refused before it fills the memory', async () => {
  expect(await refusal(endless('<!DOCTYPE openimmo [', '<!ENTITY a "b">'.repeat(5000), 1000))).toMatch(
    /document type definition/,
  );
});

it('a hostile document with a definition of types after its root is refused', async () => {
  expect(await refusal('<openimmo/><!DOCTYPE openimmo>')).toMatch(/cannot be read/);
});

it('a hostile document with a million attributes is refused', async () => {
  const attributes = Array.from({ length: 1_000_000 }, (_, index) => `a${index}="1"`).join(' ');
  expect(await refusal(around(`<immobilie ${attributes}/>`))).toMatch(/more than 200 attributes/);
});

it.each([
  ['a name of many characters', around(`<${'a'.repeat(300)}/>`), /a name is too long/],
  ['a name that never ends', `<${'a'.repeat(1_000_000)}`, /a name is too long/],
  [
    'an attribute that never ends',
    `<openimmo a="${'a'.repeat(1_000_000)}`,
    /the value of an attribute is too long/,
  ],
  ['a comment that never ends', `<openimmo><!--${'a'.repeat(1_000_000)}`, /a comment is too long/],
  ['a declaration that never ends', `<openimmo><!${'a'.repeat(1_000_000)}`, /document type definition/],
  ['an entity that never ends', `<openimmo>&${'a'.repeat(1_000_000)}`, /a name is too long/],
  ['elements in elements', '<openimmo>'.repeat(100), /nested too deeply/],
  ['elements in elements of an object', around(`<immobilie>${'<a>'.repeat(100_000)}`), /nested too deeply/],
  [
    'names of the prototype',
    around('<immobilie hasOwnProperty="1" a="2" b="3"/>'),
    /not a name of the format/,
  ],
  ['an element that is closed by another', '<openimmo><a></b></openimmo>', /unexpected close tag/],
  ['no end', '<openimmo><anbieter>', /unclosed root tag/],
  ['no element', 'no XML at all', /cannot be read|no element/],
  ['nothing', '', /no element/],
  ['another root', '<html/>', /not an OpenImmo transfer: it is <html>/],
  ['a contact request', '<openimmo_feedback/>', /not an OpenImmo transfer: it is a contact request/],
])('a hostile document with %s is refused in words', async (_, document, words) => {
  expect(await refusal(document)).toMatch(words);
});

it('a hostile document that ends within its second object has given the first one', async () => {
  const read = await readEvents(`<openimmo><anbieter>${OBJECT}<immobilie><geo>`);
  expect(objectsIn(read)).toHaveLength(1);
  expect(read.error).toBeInstanceOf(PackageUnreadable);
});

it('a hostile document with more bytes than it may have is refused in words', async () => {
  const { error } = await readEvents(around(OBJECT.repeat(100)), { limits: { bytes: 1000 } });
  expect((error as Error).message).toBe('The document has more than 1000 bytes.');
});

it('a hostile document with more objects than it may have is refused in words', async () => {
  const read = await readEvents(around(OBJECT.repeat(5)), { limits: { objects: 3 } });
  expect(objectsIn(read)).toHaveLength(3);
  expect((read.error as Error).message).toBe('The document has more than 3 objects.');
});

it.each([
  ['elements', '<a/>'.repeat(30_000), /it has more than 20000 elements/],
  ['characters', `<a>${'x'.repeat(5_000_000)}</a>`, /its texts have more than 4194304 characters/],
])('a hostile document with one object of too many %s loses that object only', async (_, content, words) => {
  const read = await readEvents(around(`<immobilie>${content}</immobilie>${OBJECT}`));
  expect(read.error).toBeUndefined();
  const [large, other] = objectsIn(read);
  expect(large?.problems[0]?.message).toMatch(words);
  expect(large?.property).toBeUndefined();
  expect(other?.externalId).toBe('1');
});

it.each([
  ['a bare ampersand', 'Haus & Hof', 'Haus & Hof'],
  ['an unknown entity', 'Haus &nbsp;Hof', 'Haus &nbsp;Hof'],
  ['an entity that is a member of every object', 'Haus &constructor; Hof', 'Haus &constructor; Hof'],
  ['a number of no character', 'Haus&#0; Hof', 'Haus&#0; Hof'],
  ['a control character', 'Haus\u0001 Hof', 'Haus Hof'],
])('a hostile document with %s in a text is read with it', async (_, text, expected) => {
  const { events, error } = await readEvents(around(`<firma>${text}</firma>`));
  expect(error).toBeUndefined();
  expect(events.at(-1)).toMatchObject({ kind: 'provider', provider: { name: expected } });
});
