import { PROPERTY_TYPES } from '@estate/contracts';
import type { PropertySnapshot, PropertyType } from '@estate/contracts';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { afterAll, describe, expect, it } from 'vitest';
import { openimmoFtp } from './index.ts';
import {
  account,
  AttachmentFiles,
  profile,
  setPublication,
  snapshot,
  tools,
} from './test-support/fixtures.ts';
import { schema } from './test-support/schema.ts';

afterAll(() => schema.close());

const OPTIONS = { ignoreAttributes: false, preserveOrder: true, parseTagValue: false };
type Node = Record<string, unknown>;

const nameOf = (node: Node): string => Object.keys(node).find((name) => name !== ':@') ?? '';
const childrenOf = (node: Node): Node[] => node[nameOf(node)] as Node[];
const at = (nodes: Node[], path: readonly string[]): Node[] => {
  const [name, ...rest] = path;
  if (name === undefined) return nodes;
  const found = nodes.find((node) => nameOf(node) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return at(childrenOf(found), rest);
};
const OBJECT = ['openimmo', 'anbieter', 'immobilie'];

function documentOf(type: PropertyType): string {
  const { schema: rules, examples } = PROPERTY_TYPES[type];
  const fields = rules.parse(examples.full) as PropertySnapshot['fields'];
  const platform = openimmoFtp(profile(), tools(new AttachmentFiles()));
  return platform.preview(account(), setPublication({ snapshot: snapshot({ type, fields }) })).body;
}

/** The document with a change of the children of its property. */
function changed(document: string, change: (children: Node[]) => void): string {
  const nodes = new XMLParser(OPTIONS).parse(document) as Node[];
  change(at(nodes, OBJECT));
  return new XMLBuilder({ ...OPTIONS, suppressBooleanAttributes: false }).build(nodes);
}

const isValid = async (document: string): Promise<boolean> =>
  (await schema.check(Buffer.from(document))).valid;

/** Every pair of different neighbours below the property, by the path of their parent. */
function neighbours(document: string): { path: readonly string[]; index: number }[] {
  const walk = (nodes: Node[], path: readonly string[]): { path: readonly string[]; index: number }[] => [
    ...nodes.flatMap((node, index) =>
      index > 0 && nameOf(node) !== nameOf(nodes[index - 1]!) ? [{ path, index }] : [],
    ),
    ...nodes.filter((node) => nameOf(node) !== '#text').flatMap((node) => walk(childrenOf(node), [...path, nameOf(node)])),
  ]; // oxfmt-ignore
  return walk(at(new XMLParser(OPTIONS).parse(document) as Node[], OBJECT), []);
}

const TYPES = ['apartmentRent', 'houseBuy', 'officeBuy', 'plotRent', 'commercialInvestmentBuy'] as const;

describe.each(TYPES)('the schema of a document of the type %s', (type) => {
  const document = documentOf(type);

  it(`${type}: the document is valid, also when it is written again`, async () => {
    expect(await isValid(document)).toBe(true);
    expect(await isValid(changed(document, () => undefined))).toBe(true);
  });

  it(`${type}: no two neighbours can change places`, async () => {
    const pairs = neighbours(document);
    expect(pairs.length).toBeGreaterThan(30);
    const verdicts = pairs.map(async ({ path, index }) => {
      const swapped = changed(document, (children) => {
        const siblings = at(children, path);
        [siblings[index - 1], siblings[index]] = [siblings[index]!, siblings[index - 1]!];
      });
      return (await isValid(swapped)) ? [`${path.join('/')} ${index}`] : [];
    });
    expect((await Promise.all(verdicts)).flat()).toEqual([]);
  });
});

const OFFICE = documentOf('officeBuy');
const RENTAL = documentOf('apartmentRent');
const PLOT = documentOf('plotRent');

it.each<[what: string, document: string, part: string, instead: string]>([
  ['a kind of another object', OFFICE, 'buero_typ="BUEROHAUS"', 'buero_typ="HALLE"'],
  ['an object without its use', OFFICE, ' GEWERBE="true"', ''],
  ['an object without its deal', OFFICE, ' MIETE_PACHT="false"', ''],
  ['two kinds of object', OFFICE, '<buero_praxen', '<haus/><buero_praxen'],
  ['a country that is not in the list', OFFICE, 'iso_land="DEU"', 'iso_land="CUW"'],
  ['Romania by its ISO code', OFFICE, 'iso_land="DEU"', 'iso_land="ROU"'],
  ['a kind of land with another T', PLOT, 'grundst_typ="WOHNEN"', 'grundst_typ="LAND_FORSTWIRTSCHAFT"'],
  ['a rent per quarter', PLOT, 'zeiteinheit="JAHR"', 'zeiteinheit="QUARTAL"'],
  ['no parking spaces as a count', OFFICE, '<anzahl_stellplaetze>2<', '<anzahl_stellplaetze>0<'],
  ['an amount in words', RENTAL, '<nettokaltmiete>1240<', '<nettokaltmiete>about 1240<'],
  ['an element that nobody knows', RENTAL, '<nettokaltmiete>', '<bruttokaltmiete>1</bruttokaltmiete><nettokaltmiete>'],
  ['an action for a new object', RENTAL, '<aktion/>', '<aktion aktionart="ADD"/>'],
  ['an unknown kind of building', OFFICE, '<gebaeudeart>nichtwohn<', '<gebaeudeart>gewerbe<'],
])('the schema refuses %s', async (_what, document, part, instead) => {
  expect(document).toContain(part);
  expect(await isValid(document.replace(part, instead))).toBe(false);
}); // oxfmt-ignore
