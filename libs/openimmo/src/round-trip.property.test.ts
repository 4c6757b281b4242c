import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, ContactFields, Link, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnedFields } from './test-support/losses.ts';
import type { ColdRent } from './mapping/mapping-row.ts';
import { plainText } from './read/plain-text.ts';
import { objectsIn, readEvents } from './test-support/read-events.ts';
import { wildText } from './test-support/random-fields.ts';
import { shownFieldsOf } from './test-support/shown-fields.ts';
import type { PackagedFile } from './write/attachments.ts';
import { deleteDocument, fullDocument, setDocument } from './write/document.ts';
import { encodeXml, legal } from './write/xml.ts';

/** Set it to 500 for a long look. */
const EACH = Number(process.env['RANDOM_PROPERTIES'] ?? 20);
const AT = new Date('2026-11-01T08:30:00.000Z');
const CONTACT: ContactFields = {
  email: 'anna@example.org',
  lastName: 'Beispiel',
  firstName: 'Anna',
  phone: '+49 89 1234567',
};

const ENVELOPE = { software: { name: 'estate', version: '1.0' }, provider: 'A-1', contact: CONTACT, at: AT };

const attachmentOf = ({ name, group, title: text, mediaType, checkedAt }: PackagedFile) => ({
  source: { kind: 'package', path: name },
  group,
  mediaType,
  ...titled(text),
  isBlueprint: group === 'GRUNDRISS',
  isTitle: false,
  ...(checkedAt && { check: checkedAt.toISOString().toLowerCase() }),
});

const CHARSETS = ['UTF-8', 'ISO-8859-1'] as const;

interface Case {
  fields: AnyFields;
  charset: (typeof CHARSETS)[number];
  coldRent: ColdRent;
  files: PackagedFile[];
  links: Link[];
}

const title = fc.option(
  wildText(200).map((text) => text.toWellFormed()),
  { nil: undefined },
);
const titled = (text: string | undefined) => {
  const plain = plainText(
    legal(text ?? '')
      .replace(/\r\n?/g, '\n')
      .trim(),
  );
  return plain === '' ? {} : { title: plain };
};

const someFiles = fc
  .array(
    fc.record({
      group: fc.constantFrom('BILD' as const, 'GRUNDRISS' as const, 'DOKUMENTE' as const),
      title,
      checkedAt: fc.constantFrom(AT, undefined),
    }),
    {
      maxLength: 4,
    },
  )
  .map((files) =>
    files.map((file, index): PackagedFile => ({
      ...file,
      name: `P-77_${index}.jpg`,
      mediaType: 'image/jpeg',
    })),
  );

const someLinks = fc.array(
  fc.record({ url: fc.constantFrom('https://tours.example.org/1?x=1&y=2', 'https://youtu.be/abc'), title }),
  { maxLength: 3 },
);

const cases = (type: PropertyType): fc.Arbitrary<Case> =>
  fc.record({
    fields: shownFieldsOf(type),
    charset: fc.constantFrom(...CHARSETS),
    coldRent: fc.constantFrom('schema' as const, 'base' as const),
    files: someFiles,
    links: someLinks,
  });

async function returned(type: PropertyType, { fields, charset, coldRent, files, links }: Case) {
  const root = setDocument(
    ENVELOPE,
    {
      snapshot: {
        propertyId: 'd1a2b3c4e5f6g7h8i9jp', externalId: 'P-77', type, fields, attachments: [], links: [], revision: 1,
        processingStatus: 'successful', updatedAt: AT.toISOString(),
      },
      action: 'create', files, links, formatNames: 'media-type', coldRent,
    },
  ); // oxfmt-ignore
  const bytes = encodeXml(root, charset);
  return { object: objectsIn(await readEvents(bytes))[0], document: bytes.toString() };
}

/** These elements describe the document; everything else is read. */
const ABOUT_THE_DOCUMENT = ['kennung_ursprung', 'stand_vom', 'weitergabe_generell'].map(
  (name) => `verwaltung_techn/${name}`,
);

describe.each(PROPERTY_TYPE_NAMES)('a property of type %s', (type) => {
  it('that is written and read again is the same, except for the losses that are listed', async () => {
    await fc.assert(
      fc.asyncProperty(cases(type), async (some) => {
        const { object, document } = await returned(type, some);
        const errors = object?.problems.filter(({ severity }) => severity === 'error');
        expect(errors, document).toEqual([]);
        expect(object?.property?.type).toBe(type);
        const { fields, coldRent, files, links } = some;
        expect(object?.property?.fields, document).toEqual(returnedFields(fields, { type, coldRent }));
        expect(object?.property?.links ?? []).toEqual(
          links.map((link) => ({ url: link.url, ...titled(link.title) })),
        );
        expect(object?.attachments).toEqual(files.map((file) => attachmentOf(file)));
        expect(object?.property?.externalId).toBe('P-77');
        expect(object?.contact?.fields).toEqual(CONTACT);
        const unmapped = object?.unmapped.map(({ path }) => path) ?? [];
        expect(
          unmapped.filter((path) => !ABOUT_THE_DOCUMENT.includes(path)),
          document,
        ).toEqual([]);
      }),
      { numRuns: EACH },
    );
  });

  it('that is taken down is read as a deletion of the same number', async () => {
    const { schema, examples } = PROPERTY_TYPES[type];
    const fields = schema.parse(examples.full) as AnyFields;
    const removed = { externalId: 'P 77/1 ', type, fields, updatedAt: AT.toISOString() };
    const read = await readEvents(encodeXml(deleteDocument(ENVELOPE, removed, 'FORMER-1'), 'UTF-8'));
    expect(objectsIn(read)).toMatchObject([
      { action: 'delete', externalId: 'FORMER-1', problems: [] },
      { action: 'delete', externalId: 'P 77/1 ', problems: [] },
    ]);
  });
});

it('a full transfer without objects is read as that, with its provider', async () => {
  const { events } = await readEvents(encodeXml(fullDocument(ENVELOPE, []), 'UTF-8'));
  expect(events).toMatchObject([
    { kind: 'transfer', transfer: { scope: 'full', software: { name: 'estate', version: '1.0' } } },
    { kind: 'provider', provider: { index: 0, id: 'A-1', name: 'A-1' }, objects: 0 },
  ]);
});
