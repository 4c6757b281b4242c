import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person writes in place of the generated definition. */
export const DEFINITION = `import { definePropertyType } from '../define-property-type.ts';
import { house } from '../groups/house.ts';
import { parkingSale, sale } from '../groups/prices.ts';
import { letting } from '../groups/rooms.ts';

const { houseType: _, ...home } = house;

export const holidayHomeBuy = definePropertyType({
  name: 'holidayHomeBuy',
  label: { de: 'Ferienhaus zum Kauf', en: 'Holiday home for sale' },
  description: 'Attributes of a holiday home for sale.',
  deal: 'sale',
  use: 'residential',
  fields: { ...home, ...sale, ...letting, ...parkingSale },
  example: { title: 'Holiday home by the lake', numberOfRooms: 3 },
});
`;

export const DEFINED_IN = 'libs/contracts/src/property-types/types/holiday-home-buy.ts';

const PLATFORMS = 'apps/distribution/src/platforms';
const OPENIMMO = `${PLATFORMS}/openimmo-ftp`;
const MARKETPLACE = `${PLATFORMS}/marketplace-24`;

/** A row that a person adds, before a line that is there. */
export interface Row {
  file: string;
  before: string;
  row: string;
  /** The compiler misses rows of types; tests miss rows of words. */
  kind: 'one a type' | 'one a word';
}

const ofType = (file: string, before: string, row: string): Row => ({
  file,
  before,
  row,
  kind: 'one a type',
});
const ofWord = (file: string, before: string, row: string): Row => ({
  file,
  before,
  row,
  kind: 'one a word',
});

/** What each platform says of the type. */
const OF_PLATFORMS: readonly Row[] = [
  ofType(
    'libs/openimmo/src/mapping/categories.ts',
    '  plotBuy: PLOT,',
    "  holidayHomeBuy: { object: 'haus', building: 'wohn', ...always('haustyp', 'FERIENHAUS') },",
  ),
  ofWord(
    'apps/distribution/schemas/openimmo-export.xsd',
    '                      <xs:enumeration value="KEINE_ANGABE"/>\n                    </xs:restriction></xs:simpleType>\n                  </xs:attribute>\n                </xs:complexType>\n              </xs:element>\n              <xs:element name="grundstueck">',
    '                      <xs:enumeration value="FERIENHAUS"/>',
  ),
  ofType(
    `${MARKETPLACE}/object/mapping.ts`,
    "  plotBuy: { root: 'livingBuySite'",
    `  holidayHomeBuy: {
    root: 'houseBuy',
    rows: [
      ...[...HEAD, constant('buildingType', 'type', 'OTHER')],
      ...[...LIVING, ...RENTED, PURCHASE_PRICE, ...HOUSE],
    ],
  },`,
  ),
];

/** What the tests' own readers know of it, from the documentation of the platforms. */
const OF_READERS: readonly Row[] = [
  ofType(
    `${OPENIMMO}/test-support/read-fields.ts`,
    "  plotBuy: 'grundstueck living sale',",
    "  holidayHomeBuy: 'haus FERIENHAUS living sale',",
  ),
  ofWord(
    `${OPENIMMO}/test-support/read-fields.ts`,
    "    VILLA: 'villa', KEINE_ANGABE: 'other' }],",
    "    FERIENHAUS: 'holiday',",
  ),
  ofWord(
    'libs/openimmo/src/test-support/facts-in-document.ts',
    "  { object: 'haus', types: ['house'] },",
    "  { object: 'haus', kind: 'FERIENHAUS', types: ['holidayHome'] },",
  ),
  ofType(
    `${OPENIMMO}/test-support/sayable-fields.ts`,
    "  plotBuy: { kind: { always: 'living' } },",
    "  holidayHomeBuy: home({ always: 'holiday' }),",
  ),
  ofType(
    `${MARKETPLACE}/test-support/object-reader.ts`,
    "  plotBuy: ['livingBuySite'",
    "  holidayHomeBuy: ['houseBuy', [...HOME, ...HOME_SALE, ['plotArea', 'plotArea']]],",
  ),
  ofWord(
    `${MARKETPLACE}/test-support/object-reader.ts`,
    "    'specialPurposePropertyType': 'SPECIAL_ESTATE',",
    "    'buildingType': 'OTHER',",
  ),
  ofType(
    `${MARKETPLACE}/test-support/not-carried.ts`,
    '  plotBuy: PLOT,',
    "  holidayHomeBuy: ['salesStatus'],",
  ),
];

/** What tests have written down by hand of each type. */
const OF_TABLES: readonly Row[] = [
  ofType(
    `${MARKETPLACE}/field-problems.test.ts`,
    "  plotBuy: 'purchasePrice plotArea',",
    "  holidayHomeBuy: 'purchasePrice livingArea plotArea numberOfRooms',",
  ),
  ofType(
    `${MARKETPLACE}/object/unset.test.ts`,
    '  plotBuy: BUY,',
    "  holidayHomeBuy: { buildingType: 'OTHER', ...PURCHASE },",
  ),
  ofType(
    `${MARKETPLACE}/object/deals.test.ts`,
    "  plotBuy: ['BUY', SALE],",
    '  holidayHomeBuy: [undefined, SALE],',
  ),
];

export const ROWS: readonly Row[] = [...OF_PLATFORMS, ...OF_READERS, ...OF_TABLES];

/** Adds a row as a person would. @throws Error when the line before which it belongs is not there once */
export function addRow(root: string, { before, file, row }: Row): void {
  const path = join(root, file);
  const parts = readFileSync(path, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${before}`);
  writeFileSync(path, parts.join(`${row}\n${before}`));
}

/** Takes it out again. */
export function removeRow(root: string, { file, row }: Row): void {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(`${row}\n`, ''));
}
