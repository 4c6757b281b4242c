import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertySnapshot, PropertyType } from '@estate/contracts';
import { readPackage } from '@estate/openimmo/read';
import type { ImportedObject } from '@estate/openimmo/read';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { withoutAddress } from '../../../domain/hidden-address.ts';
import { openimmoFtp } from '../index.ts';
import {
  account,
  AttachmentFiles,
  profile,
  setPublication,
  snapshot,
  tools,
} from '../test-support/fixtures.ts';
import { schema } from '../test-support/schema.ts';

const OPTIONS = {
  ignoreAttributes: false,
  preserveOrder: true,
  parseTagValue: false,
  processEntities: false,
};

/** The document indented for reading. */
const pretty = (document: string): string =>
  new XMLBuilder({ ...OPTIONS, suppressBooleanAttributes: false, format: true, suppressEmptyNode: true })
    .build(new XMLParser(OPTIONS).parse(document) as unknown)
    .trim();

const CASES = PROPERTY_TYPE_NAMES.flatMap((type) => [[type, 'smallest'] as const, [type, 'full'] as const]);

function exampleOf(type: PropertyType, size: 'smallest' | 'full'): PropertySnapshot {
  const { schema: rules, examples } = PROPERTY_TYPES[type];
  return snapshot({ type, fields: rules.parse(examples[size]) });
}

const documentOf = (shown: PropertySnapshot): string =>
  openimmoFtp(profile(), tools(new AttachmentFiles())).preview(account(), setPublication({ snapshot: shown }))
    .body;

/** An apartment in Lindenweg whose address is not to be shown. */
function hidden(): PropertySnapshot {
  const example = exampleOf('apartmentBuy', 'smallest');
  return {
    ...example,
    fields: { ...example.fields, address: { ...example.fields.address, publish: false } },
  };
}

describe('the document of the example', () => {
  it.each(CASES)('%s, %s, is the one that was looked at', async (type, size) => {
    const document = documentOf(exampleOf(type, size));
    expect((await schema.check(Buffer.from(document))).errors).toEqual([]);
    await expect(`${pretty(document)}\n`).toMatchFileSnapshot(`../test-support/golden/${type}.${size}.xml`);
  });

  it.each([
    ['flagged', hidden()],
    ['omitted', withoutAddress(hidden())],
  ])('apartmentBuy with a hidden address that is %s is the one that was looked at', async (name, shown) => {
    const document = documentOf(shown);
    expect((await schema.check(Buffer.from(document))).errors).toEqual([]);
    expect(document.includes('Lindenweg')).toBe(name === 'flagged');
    await expect(`${pretty(document)}\n`).toMatchFileSnapshot(
      `../test-support/golden/apartmentBuy.${name}.xml`,
    );
  });

  it('an import of a document whose address is omitted is a property without a street that is not to be shown', async () => {
    const [object] = await objectsIn(documentOf(withoutAddress(hidden())));
    expect(object?.problems).toEqual([]);
    const { street, streetNumber, ...address } = hidden().fields.address;
    expect([street, streetNumber]).toEqual(['Lindenweg', expect.any(String)]);
    expect(object?.property?.fields.address).toEqual({ ...address, publish: false });
  });
});

async function objectsIn(document: string): Promise<ImportedObject[]> {
  const bytes = (async function* () {
    yield await Promise.resolve(Buffer.from(document));
  })();
  const objects: ImportedObject[] = [];
  for await (const event of readPackage(bytes)) if (event.kind === 'object') objects.push(event.object);
  return objects;
}
