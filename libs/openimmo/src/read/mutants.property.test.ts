import { readdirSync, readFileSync } from 'node:fs';
import { PropertyInput } from '@estate/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inPieces, objectsIn, readEvents } from '../test-support/read-events.ts';
import { PackageUnreadable, READ_LIMITS } from './limits.ts';

const FOLDER = new URL('../test-support/samples/', import.meta.url);
const SAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => readFileSync(new URL(name, FOLDER)));
const RUNS = Number(process.env['MUTANTS'] ?? 150);

type Mutation = (bytes: Buffer) => Buffer;

const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const flips = fc
  .array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 })
  .map((changes): Mutation => (bytes) => {
    const mutant = Buffer.from(bytes);
    for (const [where, value] of changes) mutant[at(bytes, where)] = value;
    return mutant;
  });

const truncation = share.map(
  (where): Mutation =>
    (bytes) =>
      bytes.subarray(0, at(bytes, where)),
);

const repetition = fc
  .tuple(share, share, fc.integer({ min: 1, max: 20 }))
  .map(([from, length, times]): Mutation => (bytes) => {
    const begin = at(bytes, from);
    const part = bytes.subarray(begin, begin + Math.ceil(at(bytes, length) / 4));
    return Buffer.concat([
      bytes.subarray(0, begin),
      ...Array.from({ length: times }, () => part),
      bytes.subarray(begin),
    ]);
  });

const ELEMENT = /<([\w:]+)[^<>]*>[^<>]*<\/\1>|<[\w:]+[^<>]*\/>/g;

/** An element of the document in another form: twice, deeply nested, with a huge name, with another value, or none. */
const element = fc
  .tuple(
    share,
    fc.constantFrom<(part: string) => string>(
      (part) => part + part,
      (part) => '<a>'.repeat(100) + part + '</a>'.repeat(100),
      (part) => `<user_defined_anyfield>${part.repeat(30)}</user_defined_anyfield>`,
      (part) => `<${'n'.repeat(150)}>${part}</${'n'.repeat(150)}>`,
      (part) => part.replace(/>[^<]*</, '>-1<').replace(/="[^"]*"/g, '="-1"'),
      (part) => part.replace(/>[^<]*</, `>${'9'.repeat(400)}<`).replace(/="[^"]*"/g, '="9e999"'),
      (part) => part.replace(/>[^<]*</, `>${'ä<![CDATA[<br>&nbsp;&#99999999;]]>'.repeat(200)}<`),
      (part) => part.toUpperCase(),
      () => '',
    ),
  )
  .map(([where, change]): Mutation => (bytes) => {
    const text = bytes.toString('utf8');
    const parts = [...text.matchAll(ELEMENT)];
    const part = parts[Math.floor(where * parts.length)];
    if (part === undefined) return bytes;
    return Buffer.from(text.slice(0, part.index) + change(part[0]) + text.slice(part.index + part[0].length));
  });

const mutants = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(fc.oneof({ weight: 5, arbitrary: element }, flips, truncation, repetition), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([sample, mutations]) => mutations.reduce<Buffer>((bytes, mutate) => mutate(bytes), sample));

async function expectRead(bytes: Buffer, pieceBytes: number): Promise<void> {
  const read = await readEvents(inPieces(bytes, pieceBytes));
  if (read.error !== undefined) expect(read.error).toBeInstanceOf(PackageUnreadable);
  for (const object of objectsIn(read)) {
    expect(object.unmapped.length).toBeLessThanOrEqual(READ_LIMITS.unmapped);
    expect(object.problems.length).toBeLessThanOrEqual(READ_LIMITS.problems);
    if (object.property !== undefined) expect(PropertyInput.safeParse(object.property).error).toBeUndefined();
    const isExplained = object.problems.some(({ severity }) => severity === 'error');
    expect(object.action === 'delete' || object.property !== undefined || isExplained).toBe(true);
  }
}

it('a document that somebody has damaged gives properties that can be created, or says in words why not', async () => {
  await fc.assert(fc.asyncProperty(mutants, fc.integer({ min: 1, max: 5000 }), expectRead), {
    numRuns: RUNS,
  });
});

it('a document that somebody has damaged of any bytes is read or refused in words', async () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some));
  await fc.assert(fc.asyncProperty(bytes, (some) => expectRead(some, 50)));
});
