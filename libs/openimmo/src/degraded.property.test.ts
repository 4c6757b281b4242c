import { posix } from 'node:path';
import { FIELDS_OF, isPlausible, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { AnyFields, FieldName, NumberName, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { returnedFields } from './test-support/losses.ts';
import type { ImportedObject } from './read/read-object.ts';
import { childrenOf, DEGRADATIONS, without, withThousands } from './test-support/degrade.ts';
import { factsIn } from './test-support/facts-in-document.ts';
import { mainFactsOf, plainFieldsOf, readFactsOf } from './test-support/main-facts.ts';
import { fieldsAt, OPTIONAL_ELEMENTS, readDirectly } from './test-support/read-directly.ts';
import { objectsIn, readEvents } from './test-support/read-events.ts';
import { shownFieldsOf } from './test-support/shown-fields.ts';
import { setDocument } from './write/document.ts';
import { encodeXml } from './write/xml.ts';
import type { XmlElement } from './write/xml.ts';

/** Set it to 500 for a long look. */
const EACH = Number(process.env['RANDOM_PROPERTIES'] ?? 20);
const AT = '2026-11-01T08:30:00.000Z';
const ENVELOPE = {
  software: { name: 'estate', version: '1.0' },
  provider: 'A-1',
  contact: { email: 'anna@example.org', firstName: 'Renée', lastName: 'Müller & Groß' },
  at: new Date(AT),
};
const FILES = ['a.jpg', 'bb.jpg', 'ccc.jpg', 'dddd.jpg', 'eeeee.jpg'].map((name) => ({
  ...{ name, group: 'BILD' as const, mediaType: 'image/jpeg' as const, title: `Küche & Flur (${name})` },
}));

type Habit = keyof typeof DEGRADATIONS;

const documentOf = (type: PropertyType, fields: AnyFields): XmlElement =>
  setDocument(ENVELOPE, {
    snapshot: {
      propertyId: 'd1a2b3c4e5f6g7h8i9jp', externalId: 'P-77', type, fields, attachments: [], links: [], revision: 1,
      processingStatus: 'successful', updatedAt: AT,
    },
    action: 'create', files: FILES, links: [], formatNames: 'media-type', coldRent: 'schema',
  }); // oxfmt-ignore

async function readBack(root: XmlElement) {
  const document = encodeXml(root, 'UTF-8');
  return { object: objectsIn(await readEvents(document))[0], document: document.toString() };
}

const withHabits = (habits: readonly Habit[]) => (root: XmlElement) =>
  habits.reduce((one, habit) => DEGRADATIONS[habit]?.(one) ?? one, root);

/** The fields of the property, as its document says them now. */
function meant(type: PropertyType, fields: AnyFields, habits: readonly Habit[]): AnyFields {
  const all = returnedFields(fields, { type, coldRent: 'schema' });
  if (!habits.includes('hidden')) return all;
  const { street: _street, streetNumber: _number, ...address } = all.address;
  return { ...all, address: { ...address, publish: false } };
}

/** Fields whose values differ. */
function differing(object: ImportedObject | undefined, expected: AnyFields): string[] {
  const read: Readonly<Record<string, unknown>> = { ...object?.property?.fields };
  const wanted: Readonly<Record<string, unknown>> = { ...expected };
  const names = new Set([...Object.keys(read), ...Object.keys(wanted)]);
  return [...names].filter((name) => !same(read[name], wanted[name]));
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, inner]) => inner !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, inner]) => [name, sorted(inner)]),
      );

/** Elements without which there still is a property of the type: each of their fields may be unset, and a title is made. */
function someMissing(type: PropertyType) {
  const shape: Readonly<Partial<Record<string, ZodType>>> = FIELDS_OF[type].shape;
  const isOptional = (field: FieldName) =>
    field === 'title' || shape[field]?.safeParse(undefined).success !== false;
  return fc.subarray(
    OPTIONAL_ELEMENTS.filter((path) => fieldsAt(path).every(isOptional)),
    { minLength: 1 },
  );
}

function objectOf(root: XmlElement): XmlElement {
  const [provider] = childrenOf(root).filter(({ name }) => name === 'anbieter');
  const object = provider && childrenOf(provider).find(({ name }) => name === 'immobilie');
  if (!object) throw new Error('the document has no object');
  return object;
}

const anyHabits = fc.subarray(Object.keys(DEGRADATIONS));
const someHabits = fc.subarray(Object.keys(DEGRADATIONS), { minLength: 1 });

describe.each(PROPERTY_TYPE_NAMES)(
  'a property of type %s in a document as real programs write it',
  (type) => {
    it('is read with every value and every file', async () => {
      await fc.assert(
        fc.asyncProperty(shownFieldsOf(type), someHabits, async (fields, habits) => {
          const { object, document } = await readBack(withHabits(habits)(documentOf(type, fields)));
          expect(
            object?.problems.filter(({ severity }) => severity === 'error'),
            document,
          ).toEqual([]);
          expect(object?.property?.type).toBe(type);
          expect([habits, differing(object, meant(type, fields, habits))], document).toEqual([habits, []]);
          expect(
            object?.attachments.map(({ source }) => source.kind === 'package' && posix.basename(source.path)),
          ).toEqual(FILES.map(({ name }) => name));
          expect(object?.attachments.map(({ title }) => title)).toEqual(FILES.map(({ title }) => title));
          expect(object?.contact?.fields).toEqual(ENVELOPE.contact);
        }),
        { numRuns: EACH },
      );
    });

    it('is read as the elements that are left say it, and nothing stands in for those that are missing', async () => {
      await fc.assert(
        fc.asyncProperty(
          shownFieldsOf(type),
          someMissing(type),
          anyHabits,
          async (fields, missing, habits) => {
            const root = without(missing)(documentOf(type, fields));
            const { object, document } = await readBack(withHabits(habits)(root));
            expect(
              object?.problems.filter(({ severity }) => severity === 'error'),
              document,
            ).toEqual([]);
            const expected = readDirectly(objectOf(root), meant(type, fields, habits));
            const titled = object?.problems.find(({ reason }) => reason === 'title_made');
            const made = titled?.parameters?.['title'];
            expect([missing, titled !== undefined]).toEqual([missing, expected.title === undefined]);
            const complete = made === undefined ? expected : { ...expected, title: made };
            expect([missing, habits, differing(object, complete)], document).toEqual([missing, habits, []]);
          },
        ),
        { numRuns: EACH },
      );
    });

    it('is written and read with the main facts that the schema gives to its elements', async () => {
      const anyMissing = fc.oneof(fc.constant([]), someMissing(type));
      await fc.assert(
        fc.asyncProperty(plainFieldsOf(type), anyMissing, anyHabits, async (fields, missing, habits) => {
          const root = without(missing)(documentOf(type, fields));
          const facts = mainFactsOf(type, fields, missing);
          expect([missing, factsIn(objectOf(root))]).toEqual([missing, facts]);
          const { object, document } = await readBack(withHabits(habits)(root));
          const { property } = object ?? {};
          const read = readFactsOf(property?.type, property?.fields);
          expect([missing, habits, read], document).toEqual([missing, habits, facts]);
        }),
        { numRuns: EACH },
      );
    });

    it('is read with a warning for each number whose dots may be decimals, if it is not the one that was meant', async () => {
      await fc.assert(
        fc.asyncProperty(shownFieldsOf(type), async (fields) => {
          const { object, document } = await readBack(withThousands(documentOf(type, fields)));
          const read = (object?.property?.fields ?? {}) as Readonly<Record<string, unknown>>;
          const told = object?.problems.flatMap(({ parameters }) => parameters?.['number'] ?? []) ?? [];
          const expected = meant(type, fields, []);
          const silent = differing(object, expected).filter(
            (name) =>
              // Nobody can read a number that is unusual itself: the only usual reading is taken.
              isPlausible(name as NumberName, Number(expected[name as keyof AnyFields])) &&
              !told.some((number) => Math.abs(Number(number) - Number(read[name])) < 0.01),
          );
          expect(silent, document).toEqual([]);
        }),
        { numRuns: EACH },
      );
    });
  },
);
