import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { newId } from '@estate/persistence';
import { byEngine } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PHOTOS = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
/** The name that the stage refuses as an attachment. */
const REFUSED = 'refused';

/** How programs name the folder of a photo, which they change from one package to the next. */
const FOLDERS = ['', 'bilder/', 'Bilder\\', './', 'C:\\export\\'];

const photo = fc.record({
  name: fc.constantFrom(...PHOTOS),
  folder: fc.constantFrom(...FOLDERS),
  bytes: fc.constantFrom('new', 'missing', 'missing', REFUSED),
});
/** The photos that each of several packages names, in their order. */
const transfers = fc.array(fc.uniqueArray(photo, { selector: ({ name }) => name }), {
  minLength: 2,
  maxLength: 5,
});
type Transfer = (typeof transfers extends fc.Arbitrary<infer T> ? T : never)[number];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const urlOf = (text: string) => `https://api.example.org/attachments/${sha256(text).slice(0, 20)}`;

const packageOf = (transfer: Transfer, step: number) => {
  const files = transfer.flatMap(({ name, bytes }) =>
    bytes === 'missing' ? [] : [[`bilder/${name}`, Buffer.from(bytes === 'new' ? `${name} ${step}` : bytes)]],
  );
  const photos = transfer.map(({ name, folder }) => `${folder}${name}`);
  const document = documentOf([{ number: '1', title: `Garage ${step}`, photos }]);
  return zipOf({ 'openimmo.xml': document, ...(Object.fromEntries(files) as Record<string, Buffer>) });
};

/** The files that a reader of the rule expects: bytes that arrived last under a name that every package since has named. */
function expectedAfter(before: ReadonlyMap<string, string>, transfer: Transfer, step: number) {
  const after = new Map<string, string>();
  for (const { name, bytes } of transfer) {
    const text = bytes === 'new' ? `${name} ${step}` : before.get(name);
    if (text !== undefined) after.set(name, text);
  }
  return after;
}

describe('photos of an object that is sent again and again', () => {
  it('the photos of an object are the newest bytes of what its list names, and one that is not shown has a problem', async () => {
    await fc.assert(
      fc.asyncProperty(transfers, async (all) => {
        const accountId = newId();
        let expected: ReadonlyMap<string, string> = new Map();
        for (const [step, transfer] of all.entries()) {
          const ended = await stage.importOf(await packageOf(transfer, step), { accountId });
          expected = expectedAfter(expected, transfer, step);
          const [property] = stage.owners.of('properties', accountId);
          const shown = ((property?.['attachments'] ?? []) as { url: string }[]).map(({ url }) => url);
          const inOrder = transfer.flatMap(({ name }) => expected.get(name) ?? []);
          expect(shown).toEqual(inOrder.map(urlOf));
          const notNew = transfer.filter(({ bytes }) => bytes !== 'new').length;
          expect(ended.objects[0]?.problems).toHaveLength(notNew);
        }
      }),
      {
        numRuns: byEngine(40, 10),
        examples: [
          [
            [
              [{ name: 'c.jpg', folder: '', bytes: 'new' }],
              [{ name: 'c.jpg', folder: 'C:\\export\\', bytes: REFUSED }],
              [{ name: 'c.jpg', folder: 'C:\\export\\', bytes: 'new' }],
            ],
          ],
        ],
      },
    );
  });
});
