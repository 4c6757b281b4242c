import { dayIn, flagIn, numberIn } from '../read/values.ts';
import type { Draft } from '../read/draft.ts';
import { isUnset } from '../read/found.ts';
import type { Found, Place } from '../read/found.ts';
import { countryCode } from './countries.ts';
import { CATEGORIES } from './categories.ts';
import { CATEGORY_ROWS } from './category-rows.ts';
import { ENERGY_PASS, FIRING } from './energy.ts';
import { readCountry, readNumber, readPostalCode, readRelease, readStreet } from './address.ts';
import {
  computed,
  mark,
  only,
  partOf,
  required,
  same,
  saidElsewhere,
  valueOfWord,
  whole,
  word,
} from './mapping-row.ts';
import type { MappingRow, ReadBack } from './mapping-row.ts';
import { PRICE_ROWS } from './prices.ts';
import { isLeftOut } from './unsaid.ts';
import * as words from './words.ts';

const addressText = (part: 'city' | 'region'): ReadBack =>
  partOf(`address.${part}`, (found, draft) =>
    isLeftOut(found, draft) ? undefined : draft.textOf(`address.${part}`, found),
  );

/** The rows of the address, which is complete even if it is not to be shown. A country that the format lacks is left out. */
const PLACE_ROWS: readonly MappingRow[] = [
  required('plz', {
    fields: ['address'],
    write: ({ address }) => address.postalCode,
    read: readPostalCode,
  }),
  required('ort', { fields: ['address'], write: ({ address }) => address.city, read: addressText('city') }),
  computed('strasse', { fields: ['address'], write: ({ address }) => address.street, read: readStreet }),
  computed('hausnummer', {
    fields: ['address'],
    write: ({ address }) => address.streetNumber,
    read: readNumber,
    zero: 'not filled in',
  }),
  computed('bundesland', {
    fields: ['address'],
    write: ({ address }) => address.region,
    read: addressText('region'),
  }),
  whole('land', {
    paths: { address: '/@iso_land' },
    write({ address }) {
      const code = countryCode(address.country);
      return code === undefined ? undefined : { attributes: { iso_land: code } };
    },
    read: readCountry,
  }),
  same('etage', 'floor'),
  same('anzahl_etagen', 'numberOfFloors'),
  computed('virtuelletour', {
    fields: [],
    write: (_, { hasLinks }) => hasLinks || undefined,
    read: saidElsewhere,
  }),
];

/** A row for the usable area in another element, read if `nutzflaeche` is missing. */
const usableAreaAs = (name: NonNullable<(typeof CATEGORIES)['officeBuy']['usableAreaAs']>) =>
  only(
    (type) => CATEGORIES[type].usableAreaAs === name,
    computed(name, {
      fields: ['usableArea'],
      write: ({ usableArea }) => usableArea,
      read(found, draft) {
        if (found.within.findFilled('nutzflaeche')?.text === found.text) found.claim();
        else draft.read('usableArea', found);
      },
    }),
  );

/** A row for the area of a shop, which is written besides the area for sales, or instead of it. */
const shopArea = computed('ladenflaeche', {
  fields: [],
  zero: 'not filled in',
  write: () => undefined,
  read(found, draft) {
    const others = ['nutzflaeche', 'verkaufsflaeche']
      .flatMap((name) => found.within.findFilled(name) ?? [])
      .filter((other) => !isUnset(other));
    if (others.length === 0) draft.read('usableArea', found);
    else if (others.some(({ text }) => text === found.text)) found.claim();
  },
});

/** The rows of areas in square metres, and of counts; a count of parking spaces must not be zero. */
const AREA_ROWS: readonly MappingRow[] = [
  same('wohnflaeche', 'livingArea'),
  same('nutzflaeche', 'usableArea'),
  same('gesamtflaeche', 'totalArea'),
  usableAreaAs('lagerflaeche'),
  usableAreaAs('verkaufsflaeche'),
  only((type) => CATEGORIES[type].usableAreaAs === 'verkaufsflaeche', shopArea),
  usableAreaAs('bueroflaeche'),
  usableAreaAs('gastroflaeche'),
  same('grz', 'siteCoverageIndex'),
  same('gfz', 'floorSpaceIndex'),
  same('grundstuecksflaeche', 'plotArea'),
  same('sonstflaeche', 'parkingArea'),
  same('anzahl_zimmer', 'numberOfRooms'),
  same('anzahl_schlafzimmer', 'numberOfBedrooms'),
  same('anzahl_badezimmer', 'numberOfBathrooms'),
  computed('anzahl_balkone', {
    fields: ['hasBalcony'],
    zero: 'not filled in',
    write: ({ hasBalcony }) => (hasBalcony ? 1 : undefined),
    read(found, draft) {
      const count = numberIn(found.text);
      // Software writes zero for a missing value.
      if (count === 0) found.claim();
      else draft.set('hasBalcony', found, count === undefined || count < 0 ? undefined : true);
    },
  }),
  same('teilbar_ab', 'divisibleFrom'),
  computed('anzahl_stellplaetze', {
    fields: ['numberOfParkingSpaces'],
    write: ({ numberOfParkingSpaces }) => numberOfParkingSpaces || undefined,
    read(found, draft) {
      draft.read('numberOfParkingSpaces', found);
    },
  }),
  same('plaetze_gastraum', 'numberOfSeats'),
  same('anzahl_betten', 'numberOfBeds'),
  same('vermietbare_flaeche', 'rentableArea'),
  same('einliegerwohnung', 'hasLodgerFlat'),
];

const HEATING_MARK = mark('heizungsart', 'heatingType', { ...words.HEATING_TYPES, heatPump: undefined });

/** The row of the heating. A heat pump is written among the ways of firing; further kinds of heating are reported as warnings. */
const HEATING: MappingRow = {
  ...HEATING_MARK,
  leftOut: () => [],
  read(place, draft) {
    HEATING_MARK.read(place, draft);
    const imported = draft.origins.get('heatingType')?.path.replace(/^.*@/, '');
    if (imported === undefined) return;
    const others = Object.values(words.HEATING_TYPES).filter((word) => word !== imported);
    for (const found of place.inside('heizungsart').trueOf(others))
      draft.warn(found, { reason: 'value_repeated', parameters: { imported } });
  },
};

const FEATURE_ROWS: readonly MappingRow[] = [
  word('ausstatt_kategorie', 'interiorQuality', words.QUALITIES),
  same('wg_geeignet', 'isSuitableAsSharedFlat'),
  same('kueche/@EBK', 'hasBuiltInKitchen'),
  mark('boden', 'flooringType', words.FLOORINGS),
  HEATING,
  ...FIRING,
  same('klimatisiert', 'hasAirConditioning'),
  same('fahrstuhl/@PERSONEN', 'hasLift'),
  { ...mark('stellplatzart', 'parkingSpaceType', words.PARKING_SPACE_TYPES), read: () => undefined },
  same('gartennutzung', 'hasGarden'),
  same('barrierefrei', 'isAccessible'),
  same('dv_verkabelung', 'hasNetworkCables'),
  same('rampe', 'hasRamp'),
  same('gastterrasse', 'hasTerrace'),
  same('kantine_cafeteria', 'hasCanteen'),
  same('teekueche', 'hasKitchen'),
  same('hallenhoehe', 'hallHeight'),
  computed('unterkellert/@keller', {
    fields: ['hasCellar'],
    write: ({ hasCellar }) => (hasCellar === undefined ? undefined : hasCellar ? 'JA' : 'NEIN'),
    read(found, draft) {
      const hasCellar = /^teil$/i.test(found.text) || flagIn(found.text);
      draft.set('hasCellar', found, hasCellar);
    },
  }),
  same('gaestewc', 'hasGuestToilet'),
];

/** All elements of that name are read together. */
const readTogether = () => undefined;

const FURTHEST_FIRST = ['sold', 'reserved', 'open'];

/** A status with a mark behind it, such as `Verkauft!`, or with a date, such as `reserviert bis 1.3.`; `verkauft: nein` is none. */
const STATUS_BEGUN =
  /^(?:(verkauft|vermietet|verpachtet|reserviert)[\s!.]{1,5}|(verkauft|reserviert)\s{1,3}(?:am|ab|bis|im|seit|zum)\s[^:=?]{0,40}\d[^:=?]{0,40})$/iu;

function statusBegun(text: string): string | undefined {
  const [, marked, dated] = STATUS_BEGUN.exec(text.trim()) ?? [];
  const word = marked ?? dated;
  return word === undefined ? undefined : valueOfWord(word, 'salesStatus', words.SALES_STATUSES);
}

/** Some software writes the attribute as a text. Of several statuses the furthest counts: what is sold must not be offered. */
function readSalesStatus(place: Place, draft: Draft): void {
  const said = ['verkaufstatus/@stand', 'verkaufstatus'].flatMap((path) => place.findAll(path));
  const statusOf = ({ text }: Found) =>
    valueOfWord(text, 'salesStatus', words.SALES_STATUSES) ?? statusBegun(text);
  for (const status of FURTHEST_FIRST)
    for (const found of said) if (statusOf(found) === status) draft.set('salesStatus', found, status);
}

const CONDITION_ROWS: readonly MappingRow[] = [
  same('baujahr', 'constructionYear'),
  same('letztemodernisierung', 'lastRefurbished'),
  word('zustand/@zustand_art', 'condition', words.CONDITIONS),
  word('bebaubar_nach/@bebaubar_attr', 'buildingRegulation', words.BUILDING_REGULATIONS),
  word('erschliessung/@erschl_attr', 'development', words.DEVELOPMENTS),
  ENERGY_PASS,
  { ...word('verkaufstatus/@stand', 'salesStatus', words.SALES_STATUSES), read: readSalesStatus },
];

const TEXT_ROWS: readonly MappingRow[] = [
  computed('objekttitel', {
    fields: ['title'],
    write: ({ title }) => title,
    read(found, draft) {
      if (!isLeftOut(found, draft)) draft.read('title', found);
    },
  }),
  same('lage', 'locationDescription'),
  same('ausstatt_beschr', 'furnishingDescription'),
  same('objektbeschreibung', 'description'),
  same('sonstige_angaben', 'miscellaneousDescription'),
];

/** The rows of flags and dates of publication; an address without the first flag would count as released. */
const ADMINISTRATION_ROWS: readonly MappingRow[] = [
  {
    ...computed('objektadresse_freigeben', {
      fields: ['address'],
      write: ({ address }) => address.publish,
      read: readTogether,
    }),
    read: readRelease,
  },
  computed('verfuegbar_ab', {
    fields: ['availableFrom'],
    zero: 'not filled in',
    write: ({ availableFrom }) => availableFrom?.split('-').reverse().join('.'),
    read(found, draft) {
      if (isUnset(found)) found.claim();
      // A value that is not a date is free text such as `sofort`.
      const day = dayIn(found.text);
      const other = dayIn(found.within.findFilled('abdatum')?.text ?? '');
      if (day !== undefined && (other === undefined || other === day)) draft.set('availableFrom', found, day);
    },
  }),
  // The year zero is valid in JSON but not in XML Schema 1.0.
  computed('abdatum', {
    fields: ['availableFrom'],
    zero: 'not filled in',
    write: ({ availableFrom }) => (availableFrom?.startsWith('0000') ? undefined : availableFrom),
    read(found, draft) {
      const day = dayIn(found.text);
      const isSaid = day !== undefined && day === draft.get('availableFrom');
      if (isSaid || isUnset(found)) found.claim();
      else draft.set('availableFrom', found, day);
    },
  }),
  same('wbs_sozialwohnung', 'requiresWBS'),
  same('vermietet', 'isRented'),
  word('haustiere', 'petsAllowed', words.PETS),
  same('denkmalgeschuetzt', 'isListed'),
  same('als_ferien', 'isSuitableAsHolidayHome'),
];

/** The sections with fields, and their rows, in the order of the schema. */
export const SECTIONS = {
  objektkategorie: CATEGORY_ROWS,
  geo: PLACE_ROWS,
  preise: PRICE_ROWS,
  flaechen: AREA_ROWS,
  ausstattung: FEATURE_ROWS,
  zustand_angaben: CONDITION_ROWS,
  freitexte: TEXT_ROWS,
  verwaltung_objekt: ADMINISTRATION_ROWS,
} as const satisfies Readonly<Record<string, readonly MappingRow[]>>;

export type Section = keyof typeof SECTIONS;
