import type { AnyFields } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import { isZero } from '../read/found.ts';
import type { Found, Place } from '../read/found.ts';
import { has, only, valueOfWord, whole } from './mapping-row.ts';
import type { MappingRow } from './mapping-row.ts';
import { furtherWordsOf } from './further-words.ts';
import { numberIn } from '../read/values.ts';
import { periodOf, readMonthlyOf } from './periods.ts';
import { PARKING_SPACE_TYPES } from './words.ts';

type ParkingSpaceType = NonNullable<AnyFields['parkingSpaceType']>;

/** Elements for prices of parking spaces, in the order of the schema. */
const KINDS: Readonly<Record<string, ParkingSpaceType>> = {
  stp_carport: 'carport',
  stp_duplex: 'duplex',
  stp_freiplatz: 'outdoor',
  stp_garage: 'garage',
  stp_parkhaus: 'carPark',
  stp_tiefgarage: 'undergroundGarage',
};
const OTHER_KIND = 'stp_sonstige';
/** The words of `platzart` for the same kinds. */
const KINDS_BY_WORD: Readonly<Record<string, ParkingSpaceType | undefined>> = Object.fromEntries(
  Object.entries(KINDS).map(([name, type]) => [name.replace('stp_', '').toUpperCase(), type]),
);

const PRICES = {
  parkingSpaceRent: '/@stellplatzmiete',
  parkingSpacePurchasePrice: '/@stellplatzkaufpreis',
  numberOfParkingSpaces: '/@anzahl',
};

interface ParkingPrices {
  parkingSpaceRent?: number | undefined;
  parkingSpacePurchasePrice?: number | undefined;
  numberOfParkingSpaces?: number | undefined;
}

const attributesOf = (prices: ParkingPrices) => ({
  stellplatzmiete: prices.parkingSpaceRent,
  stellplatzkaufpreis: prices.parkingSpacePurchasePrice,
  anzahl: prices.numberOfParkingSpaces || undefined,
});

/** All kinds are read together by `readParking`, after the rest of the object. */
const readTogether = () => undefined;

const knownKinds = Object.entries(KINDS).map(([name, type]) =>
  only(
    has('parkingSpaceType'),
    whole(name, {
      paths: { parkingSpaceType: '', ...PRICES },
      write(given) {
        const attributes = attributesOf(given);
        const isEmpty = Object.values(attributes).every((value) => value === undefined);
        return isEmpty || given.parkingSpaceType !== type ? undefined : { attributes };
      },
      read: readTogether,
    }),
  ),
);

/** The row for the price of a parking space of unknown type. */
const otherKind = only(
  has('parkingSpaceRent', 'parkingSpacePurchasePrice'),
  whole(OTHER_KIND, {
    paths: { parkingSpaceType: '', ...PRICES },
    write(given) {
      if (given.parkingSpaceType !== undefined) return undefined;
      const { anzahl, ...amounts } = attributesOf(given);
      if (Object.values(amounts).every((amount) => amount === undefined)) return undefined;
      return { attributes: { platzart: 'SONSTIGES', ...amounts, anzahl } };
    },
    read: readTogether,
  }),
);

export const PARKING_ROWS: readonly MappingRow[] = [...knownKinds, otherKind];

/** Parking spaces of one kind and one price, as the prices of an object have them. */
interface Spaces {
  name: string;
  type: ParkingSpaceType | undefined;
  count: number;
  price: Found | undefined;
  /** The elements of these spaces. */
  places: readonly Place[];
}

const AMOUNTS = [
  ['parkingSpaceRent', '@stellplatzmiete'],
  ['parkingSpacePurchasePrice', '@stellplatzkaufpreis'],
] as const;

/** The true attributes of `stellplatzart`, by the type that they mean. */
function namedIn(object: Place): Map<ParkingSpaceType, Found> {
  const words = [...Object.values(PARKING_SPACE_TYPES), ...Object.keys(furtherWordsOf('parkingSpaceType'))];
  const marks = object
    .inside('ausstattung')
    .inside('stellplatzart')
    .trueOf(words.filter((word) => word !== undefined));
  return new Map(
    marks.map((found) => {
      const word = found.path.replace(/^.*@/, '');
      return [valueOfWord(word, 'parkingSpaceType', PARKING_SPACE_TYPES) as ParkingSpaceType, found];
    }),
  );
}

/** The type of an element; elements of other kinds may name a known one. A kind that is not understood stays unmapped. */
function typeOf(name: string, place: Place): ParkingSpaceType | undefined {
  const kind = place.find('@platzart');
  const word = kind?.text.toUpperCase() ?? '';
  const type = KINDS[name] ?? KINDS_BY_WORD[word];
  if (type !== undefined || word === 'SONSTIGES') kind?.claim();
  return type;
}

/** True if the object itself is a parking space, which then has a type. */
const isParkingSpace = (draft: Draft): boolean =>
  draft.has('parkingSpaceType') && draft.requires('parkingSpaceType');

interface OwnAmount {
  type: ParkingSpaceType | undefined;
  found: Found;
}

interface PricesElement {
  name: string;
  type: ParkingSpaceType | undefined;
  place: Place;
}

/** The elements with parking spaces, one by one: elements of one name may have several kinds. */
const elementsIn = (prices: Place): PricesElement[] =>
  [...Object.keys(KINDS), OTHER_KIND].flatMap((name) =>
    prices
      .inside(name)
      .each()
      .map((place) => ({ name, type: typeOf(name, place), place })),
  );

/** The amounts of a parking space in the elements of its kind, or else in those of others. */
function ownAmounts(path: string, prices: Place, draft: Draft): OwnAmount[] {
  if (!isParkingSpace(draft)) return [];
  const all = elementsIn(prices).flatMap(({ type, place }) =>
    place.findAll(path).flatMap((found) => (isZero(found) ? [] : [{ type, found }])),
  );
  const own = all.filter(({ type }) => type === draft.get('parkingSpaceType'));
  return own.length > 0 ? own : all;
}

/** The amount of the parking space itself; undefined for one of several spaces, or of several kinds. */
export function ownAmount(path: string, prices: Place, draft: Draft): Found | undefined {
  const [first, ...others] = ownAmounts(path, prices, draft);
  if (first === undefined || others.length > 0) return undefined;
  const counts = elementsIn(prices)
    .filter(({ type }) => type === first.type)
    .flatMap(({ place }) => place.findAll('@anzahl').map(({ text }) => numberIn(text) ?? 0));
  return counts.reduce((sum, count) => sum + count, 0) > 1 ? undefined : first.found;
}

/** Warns that it is ambiguous which amount belongs to the parking space. */
export function warnOfOwn(path: string, prices: Place, draft: Draft): void {
  for (const { found } of ownAmounts(path, prices, draft)) draft.warn(found, { reason: 'decider_unknown' });
}

function countIn(found: Found, draft: Draft): number {
  const count = draft.numberOf('numberOfParkingSpaces', found) ?? 0;
  if (count >= 0) found.claim();
  else draft.warn(found, { reason: 'number_expected' });
  return Math.max(0, count);
}

/** The spaces of one element; values that are not filled in count as missing. */
function spacesOf({ name, type, place }: PricesElement, draft: Draft): Spaces {
  const count = place.findAll('@anzahl').reduce((sum, found) => sum + countIn(found, draft), 0);
  const given = AMOUNTS.flatMap(([field, path]) => {
    const found = place.findFilled(path);
    if (found === undefined) return [];
    if (draft.peek(field, found.text) === undefined) draft.numberOf(field, found);
    return draft.peek(field, found.text) === undefined ? [] : [[field, found] as const];
  });
  const [, price] = given.find(([field]) => draft.has(field)) ?? given[0] ?? [];
  return { name, type, count, price, places: [place] };
}

/** Merges elements of one kind, which describe the same spaces unless their prices differ. */
function merged(all: readonly Spaces[]): Spaces[] {
  const kept: Spaces[] = [];
  for (const spaces of all) {
    const at = kept.findIndex((one) => areSame(one, spaces));
    const known = kept[at];
    if (known === undefined) kept.push(spaces);
    else {
      if (known.price !== undefined) spaces.price?.claim();
      kept[at] = {
        ...known,
        count: known.count + spaces.count,
        price: known.price ?? spaces.price,
        places: [...known.places, ...spaces.places],
      };
    }
  }
  return kept;
}

const areSame = (one: Spaces, other: Spaces): boolean =>
  one.price === undefined ||
  other.price === undefined ||
  numberIn(one.price.text) === numberIn(other.price.text);

function spacesIn(prices: Place, named: ReadonlyMap<ParkingSpaceType, Found>, draft: Draft): Spaces[] {
  const all = elementsIn(prices).map((element) => spacesOf(element, draft));
  return [...Map.groupBy(all, ({ name, type }) => type ?? name)].flatMap(([kind, ofKind]) => {
    const isNamed = named.has(kind as ParkingSpaceType);
    const filled = ofKind.filter(({ count, price }) => count > 0 || price !== undefined);
    return filled.length > 0 || !isNamed ? merged(filled) : ofKind.slice(0, 1);
  });
}

/** Sorts the kind with a price first, then the largest. */
const byWeight = (one: Spaces, other: Spaces): number =>
  Number(other.price !== undefined) - Number(one.price !== undefined) || other.count - one.count;

/**
 * Reads the parking spaces of an object: their number, and the type and the price of one kind; other kinds are reported as warnings. The
 * type is already known if the object is itself a parking space.
 */
export function readParking(object: Place, draft: Draft): void {
  const named = namedIn(object);
  const isItself = isParkingSpace(draft);
  const all = spacesIn(object.inside('preise'), named, draft);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) draft.assume('numberOfParkingSpaces', total);
  const isOwn = ({ type }: Spaces) => isItself && type === draft.get('parkingSpaceType');
  const [main, ...others] = all.toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || byWeight(one, other),
  );
  const type = main === undefined ? named.keys().next().value : main.type;
  if (!isItself && type !== undefined) draft.assume('parkingSpaceType', type);
  tellNamed(named, all, draft);
  if (main !== undefined) readPrices(object.inside('preise'), main, draft);
  tell(others, draft);
}

function readPrices(prices: Place, { places }: Spaces, draft: Draft): void {
  for (const [field, path] of AMOUNTS) {
    const found = places
      .flatMap((place) => place.findFilled(path) ?? [])
      .find(({ text }) => draft.peek(field, text) !== undefined);
    if (found === undefined) continue;
    if (field === 'parkingSpaceRent') readMonthlyOf(draft, { field, found, period: periodOf(prices) });
    else draft.read(field, found);
  }
}

/** Warns of a kind that is only named and is not the one of the property; without a field for it, it stays unmapped. */
function tellNamed(named: ReadonlyMap<ParkingSpaceType, Found>, all: readonly Spaces[], draft: Draft): void {
  if (!draft.has('parkingSpaceType')) return;
  const known = [draft.get('parkingSpaceType'), ...all.map(({ type }) => type)];
  for (const [type, found] of named) {
    const details = found.path.replace(/^.*@/, '');
    if (known.includes(type)) found.claim();
    else draft.warn(found, { reason: 'parking_kind_left_out', parameters: { details } });
  }
}

/** Warns of kinds that a property has no field for. */
function tell(others: readonly Spaces[], draft: Draft): void {
  for (const { name, count, price } of others) {
    const details = [...(count > 0 ? [`anzahl ${count}`] : []), ...(price === undefined ? [] : [price.text])];
    price?.claim();
    draft.note(`preise/${name}`, {
      reason: 'parking_kind_left_out',
      parameters: { details: details.join(', ') || 'stellplatzart' },
    });
  }
}
