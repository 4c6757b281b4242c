import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DECIDERS, DECIDING_AMOUNTS, FILLED_DECIDERS } from '../mapping/deciders.ts';
import { objectsIn, readEvents } from '../test-support/read-events.ts';
import { setDocument } from '../write/document.ts';
import { element } from '../write/xml.ts';
import type { XmlElement } from '../write/xml.ts';
import { encodeXml } from '../write/xml.ts';

const AT = '2026-11-01T08:30:00.000Z';
const CONTACT = { email: 'anna@example.org', lastName: 'Beispiel' };

function documentOf(type: PropertyType): XmlElement {
  const fields = FIELDS_OF[type].parse(PROPERTY_TYPES[type].examples.full) as AnyFields;
  return setDocument(
    { software: { name: 'estate', version: '1.0' }, provider: 'A-1', contact: CONTACT, at: new Date(AT) },
    {
      snapshot: {
        propertyId: 'd1a2b3c4e5f6g7h8i9jp', externalId: 'P-77', type, fields, attachments: [], links: [], revision: 1,
        processingStatus: 'successful', updatedAt: AT,
      },
      action: 'create', files: [], links: [], formatNames: 'media-type',
    },
  ); // oxfmt-ignore
}

const childrenOf = ({ content }: XmlElement): readonly (XmlElement | undefined)[] =>
  typeof content === 'object' ? content : [];

/** The same document with the value in place of the one at the path; elements that are missing are added. */
function withValue(parent: XmlElement, [name = '', ...rest]: readonly string[], value: string): XmlElement {
  if (name.startsWith('@'))
    return { ...parent, attributes: { ...parent.attributes, [name.slice(1)]: value } };
  if (name === '') return { ...parent, content: value };
  const isThere = childrenOf(parent).some((child) => child?.name === name);
  const children = isThere ? childrenOf(parent) : [...childrenOf(parent), element(name, {})];
  return {
    ...parent,
    content: children.map((child) => (child?.name === name ? withValue(child, rest, value) : child)),
  };
}

const hasElement = (parent: XmlElement, [name, ...rest]: readonly string[]): boolean =>
  name === undefined || childrenOf(parent).some((child) => child?.name === name && hasElement(child, rest));

/** The same document with an element of this text behind all others of the place. */
function withSecond(parent: XmlElement, [name = '', ...rest]: readonly string[], value: string): XmlElement {
  if (rest.length === 0) return { ...parent, content: [...childrenOf(parent), element(name, {}, value)] };
  return {
    ...parent,
    content: childrenOf(parent).map((child) =>
      child?.name === name ? withSecond(child, rest, value) : child,
    ),
  };
}

const read = async (root: XmlElement) => objectsIn(await readEvents(encodeXml(root, 'UTF-8')))[0];

/** Nobody means anything by such a text. */
const NONSENSE = fc.stringMatching(/^[qxz]{3,8} [qxz]{2,5}$/);
const NO = fc.constantFrom('nein', 'no', 'n', 'false', 'NEIN', 'False');
const NUMBER = fc.integer({ min: 2, max: 99 }).map(String);

/** Values that an element cannot mean: a word is no number, and a number or a flag is no word. */
const nonsenseFor = (path: string): fc.Arbitrary<string> => {
  // Countries have numbers, and NO is one.
  if (path.startsWith('geo/land')) return NONSENSE;
  if (DECIDING_AMOUNTS.includes(path)) return fc.oneof(NONSENSE, NO);
  return FILLED_DECIDERS.includes(path) ? fc.oneof(NONSENSE, NO, NUMBER) : fc.oneof(NONSENSE, NUMBER);
};

/** Any text names an object, a town or a postal code; a commission is a text beside its flag. */
const TEXTS = [
  'geo/plz',
  'geo/ort',
  'preise/aussen_courtage',
  'preise/courtage_hinweis',
  'objektnr_extern',
  'objektnr_intern',
  'openimmo_obid',
];
const MEANINGFUL = Object.keys(DECIDERS).filter((path) => !TEXTS.some((text) => path.endsWith(text)));

const somewhere = fc
  .constantFrom(...MEANINGFUL)
  .chain((path) => nonsenseFor(path).map((value) => [path, value] as const));

const inObject = (path: string) => ['anbieter', 'immobilie', ...path.split('/')];

/** A zero in these elements is a problem of its own. */
const ERRORS = ['geo/land', 'preise/waehrung'];
const EMPTIABLE = MEANINGFUL.filter(
  (path) => FILLED_DECIDERS.includes(path) && !ERRORS.some((one) => path.startsWith(one)),
);
/** It repeats what the other rents and costs say. */
const REPEATING = 'preise/kaltmiete';
/** No example has it. */
const ODD_AMOUNT = fc.integer({ min: 1000, max: 900_000 }).map((euros) => `${euros}.07`);
const ZERO = fc.constantFrom('0', '0.00', '0,00', '0 EUR');

describe.each(PROPERTY_TYPE_NAMES)('an element that decides, of an object of type %s', (type) => {
  it('an element that is not understood is a problem, and nothing else stands in for it', async () => {
    const root = documentOf(type);
    const clean = (await read(root))?.property?.fields;
    await fc.assert(
      fc.asyncProperty(somewhere, async ([path, value]) => {
        const object = await read(withValue(root, ['anbieter', 'immobilie', ...path.split('/')], value));
        const place = path.replace(/\/@.*$/, '');
        const told = object?.problems.filter((problem) => problem.path.startsWith(place)) ?? [];
        expect([path, told.length > 0]).toEqual([path, true]);
        expect(object?.property?.type ?? type).toBe(type);
        const unmapped = object?.unmapped.map((one) => one.path) ?? [];
        expect(object?.property !== undefined && unmapped.includes(path)).toBe(false);
        const fields: Readonly<Record<string, unknown>> = object?.property?.fields ?? {};
        // Every other element is read as before; only the address is no longer shown.
        const { address, ...others } = fields as unknown as AnyFields;
        const known = { ...clean, address: undefined } as Readonly<Record<string, unknown>>;
        const made = Object.entries(others).filter(([name, some]) => known[name] !== undefined && known[name] !== some && typeof some !== 'object');
        expect([path, made]).toEqual([path, []]);
        expect(Object.keys(others).filter((name) => known[name] === undefined)).toEqual([]);
        if (place.endsWith('objektadresse_freigeben')) expect(address.publish).toBe(false);
      }),
      { numRuns: MEANINGFUL.length * 4 },
    );
  }); // oxfmt-ignore

  it('an element of zero is read as one that is not there', async () => {
    const root = documentOf(type);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...EMPTIABLE), ZERO, async (path, zero) => {
        const without = await read(withValue(root, inObject(path), ''));
        const object = await read(withValue(root, inObject(path), zero));
        expect([path, object?.property?.fields]).toEqual([path, without?.property?.fields]);
        expect(object?.unmapped.filter((one) => one.path === path)).toEqual([]);
      }),
      { numRuns: EMPTIABLE.length * 2 },
    );
  });

  it('a second amount that differs from the first is a problem, and a second zero is none', async () => {
    const root = documentOf(type);
    const fields = (await read(root))?.property?.fields;
    const given = DECIDING_AMOUNTS.filter((path) => path !== REPEATING && hasElement(root, inObject(path)));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...given), fc.oneof(ZERO, ODD_AMOUNT), async (path, amount) => {
        const object = await read(withSecond(root, inObject(path), amount));
        expect([path, object?.property?.fields]).toEqual([path, fields]);
        const told = object?.problems.filter((problem) => problem.path === path);
        expect([path, told?.map(({ reason }) => reason)]).toEqual([
          path,
          amount.startsWith('0') ? [] : ['value_repeated'],
        ]);
        expect(object?.unmapped.filter((one) => one.path === path)).toEqual([]);
      }),
      { numRuns: given.length * 6 },
    );
  });

  it('a commission that is not understood says nothing, so that its flag decides, or it is a problem', async () => {
    const root = documentOf(type);
    const flag = fc.constantFrom('true', 'false', undefined);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('aussen_courtage', 'courtage_hinweis'), NONSENSE, flag, async (name, text, said) => {
        const paths = ['aussen_courtage', 'courtage_hinweis', 'provisionspflichtig'];
        const values: Record<string, string> = { provisionspflichtig: said ?? '', [name]: text };
        const changed = paths.reduce(
          (some, path) => withValue(some, ['anbieter', 'immobilie', 'preise', path], values[path] ?? ''),
          root,
        );
        const object = await read(changed);
        const { hasCommission } = object?.property?.fields ?? {};
        expect(hasCommission).toBe(said === undefined ? undefined : said === 'true');
        const told = object?.problems.some(({ path }) => path === `preise/${name}`);
        expect(told).toBe(name === 'aussen_courtage' && said === undefined);
      }),
      { numRuns: 20 },
    );
  }); // oxfmt-ignore
});
