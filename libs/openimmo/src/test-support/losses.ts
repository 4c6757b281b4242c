import { commissionInText, hasZeroValue, isCommissionDue, isUnsaid, NUMBER_RULES } from '@estate/contracts';
import type { AnyFields, FieldName, NumberName } from '@estate/contracts';
import { plainText } from '../read/plain-text.ts';
import { isZeroDay } from '../read/values.ts';
import { legal } from '../write/xml.ts';
import { carriersOf, firedBy } from '../mapping/carriers.ts';
import { countryCode } from '../mapping/countries.ts';
import { CATEGORIES } from '../mapping/categories.ts';
import { carries, leftOut } from '../mapping/mapping.ts';
import { valueOfWord, wordOf } from '../mapping/mapping-row.ts';
import type { Context, Words } from '../mapping/mapping-row.ts';
import { signedCode } from '../mapping/postal-codes.ts';
import {
  inCents,
  isHeatingInseparable,
  isSumOf,
  MAX_AMOUNT,
  runningCosts,
} from '../mapping/running-costs.ts';
import { partsOfStreet } from '../mapping/street.ts';
import { FLOORINGS, HEAT_PUMP } from '../mapping/words.ts';
import { mapEntries, without } from './changed-fields.ts';

/** A difference between a property and what is read from its document. */
export interface Loss {
  /** The lost fields, or the lost values of a field. */
  what: string;
  reason: string;
  /** The fields after this loss. */
  after(fields: AnyFields, context: Context): AnyFields;
}

const withoutElement: Loss = {
  what: '`drivingTimeToAirport`, `drivingTimeToFreeway`, `drivingTimeToTrainStation`, `walkingTimeToPublicTransit`; `energyCertificateStatus` and `commercialEnergyCertificate` of plots and parking spaces',
  reason:
    'OpenImmo has distances in kilometres and no times, and no energy certificate for land and parking spaces.',
  after: (fields, { type }) =>
    without(
      fields,
      Object.keys(fields).filter((name) => !(name in carries(type))),
    ),
};

const withoutWord: Loss = {
  what: '`petsAllowed: negotiable`, `flooringType: customizable` and `none`, `residentialInvestmentType: singleFamily`, `apartment` and `other`, values of the other kind of energy certificate, `energyCertificateStatus` beside `prior2014`',
  reason: 'OpenImmo has no value or no element for them. A publication has the warning `value_left_out`.',
  after(fields, { type }) {
    const { values } = leftOut({ type, fields });
    return mapEntries(without(fields, values), (name, value) =>
      typeof value === 'object' && value !== null
        ? mapEntries(value as AnyFields, (part, inner) =>
            values.includes(`${name}.${part}`) ? undefined : inner,
          )
        : value,
    );
  },
};

/** The value that is read for one whose word also means another one. */
function merged<F extends FieldName>(field: F, words: Words<F>, fields: AnyFields): AnyFields {
  const word = wordOf(field, words, fields);
  return word === undefined ? fields : { ...fields, [field]: valueOfWord(word, field, words) };
}

const sharedWords: Loss = {
  what: '`apartmentType: upperGroundFloor`, `officeType: studio`, `flooringType: epoxyResin` and `officeCarpet`',
  reason:
    'OpenImmo has one value for each of them and `groundFloor`, `loft`, `concrete` or `carpet`. The latter is imported.',
  after(fields, { type }) {
    const { kind } = CATEGORIES[type];
    const given = kind?.field === undefined ? undefined : kind.word(fields);
    const known = given === undefined ? {} : { [kind?.field ?? '']: kind?.valueOf(given) };
    return merged('flooringType', FLOORINGS, { ...fields, ...known });
  },
};

const saysNothing: Loss = {
  what: '`hasBalcony: false`, `numberOfParkingSpaces: 0`, `purchasePriceOnRequest: false`',
  reason:
    'OpenImmo has elements only for existing things. A property without these fields has the same meaning.',
  after: (fields) =>
    mapEntries(fields, (name, value) => {
      if (name === 'numberOfParkingSpaces') return value === 0 ? undefined : value;
      return value === false && (name === 'hasBalcony' || name === 'purchasePriceOnRequest')
        ? undefined
        : value;
    }),
};

const priceOnRequest: Loss = {
  what: '`purchasePrice` beside `purchasePriceOnRequest: true`',
  reason:
    'A price on request is not sent. A property for sale without a price is imported with a price on request.',
  after(fields, { type }) {
    if (!carries(type).purchasePrice) return fields;
    const isOnRequest = fields.purchasePriceOnRequest === true || fields.purchasePrice === undefined;
    return isOnRequest ? { ...without(fields, ['purchasePrice']), purchasePriceOnRequest: true } : fields;
  },
};

const kindOtherwise: Loss = {
  what: 'A missing `commercialPlotType`',
  reason: 'OpenImmo requires a kind for plots. The property is imported with `commercial`.',
  after(fields, { type }) {
    const { kind, kindOtherwise: word } = CATEGORIES[type];
    const field = kind?.field;
    if (field === undefined || word === undefined || fields[field] !== undefined) return fields;
    return { ...fields, [field]: kind?.valueOf(word) };
  },
};

const status: Loss = {
  what: '`energyCertificateStatus: present`',
  reason: 'The certificate itself shows that it is present.',
  after: (fields) =>
    fields.energyCertificateStatus === 'present' ? without(fields, ['energyCertificateStatus']) : fields,
};

const sources: Loss = {
  what: 'Order and repetition in `energySources` of an energy certificate; `localHeat`, `bioenergy` and `wind` in it beside another `energySource`; `ambientHeat` beside `heatingType: heatPump`',
  reason:
    'OpenImmo has one flag for each source, and the set always contains `energySource`. A single source is not repeated in a list. Some flags stand for several sources, and a heat pump has the flag of ambient heat.',
  after(fields, { type }) {
    const name = (['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const).find(
      (one) => fields[one] !== undefined && one in carries(type),
    );
    const certificate = name && fields[name];
    if (name === undefined || certificate === undefined) return fields;
    const { energySource, energySources, ...others } = certificate;
    const words = firedBy({ energySource, energySources });
    const isPump = fields.heatingType === 'heatPump';
    const fired = isPump && !words.includes(HEAT_PUMP) ? [HEAT_PUMP, ...words] : words;
    const heatingType = fields.heatingType ?? (fired.includes(HEAT_PUMP) ? 'heatPump' : undefined);
    const read = carriersOf(
      energySource === undefined ? [] : [energySource],
      fired,
      heatingType === 'heatPump',
    );
    return {
      ...fields,
      ...(heatingType && { heatingType }),
      [name]: { ...others, ...read },
    };
  },
};

const zeros: Loss = {
  what: '0 as an amount, an area or a count; `additionalCosts` that are heating costs alone; days such as 1970-01-01 or 0001-01-01 as `availableFrom`',
  reason:
    'Software writes zero for what is not filled in, and the first day of its calendar for such a date. A property for sale is imported with a price on request.',
  after: ({ availableFrom, ...fields }) =>
    mapEntries({ ...fields, ...(!isZeroDay(availableFrom ?? '') && { availableFrom }) }, (name, value) =>
      (name === 'additionalCosts' ? runningCosts(fields) : value) === 0 &&
      name in NUMBER_RULES &&
      !hasZeroValue(name as NumberName)
        ? undefined
        : value,
    ),
};

const returnedText = (text: string): string | undefined => {
  const lines = legal(text).replace(/\r\n?/g, '\n').trim();
  return plainText(lines) || undefined;
};

const commission: Loss = {
  what: '`hasCommission` beside a `commission` that says it; one that a `commissionDescription` such as `provisionsfrei` contradicts, and a missing one beside it; a `commission` such as `-` or `k.A.`',
  reason: 'OpenImmo has one flag, which follows from the texts. Texts for “not filled in” are not imported.',
  after({ hasCommission, commission: text = '', ...fields }) {
    const written = isCommissionDue({ hasCommission, commission: legal(text) });
    const read = returnedText(text) ?? '';
    const noted = commissionInText({ commission: returnedText(fields.commissionDescription ?? '') });
    const isDue = commissionInText({ commission: read }) === undefined ? (noted ?? written) : undefined;
    return {
      ...fields,
      ...(!isUnsaid(read) && { commission: text }),
      ...(isDue !== undefined && { hasCommission: isDue }),
    };
  },
};

const UNSAYABLE: readonly string[] = [
  'street', 'streetNumber', 'region',
  'deposit', 'commissionDescription', 'description', 'locationDescription', 'furnishingDescription', 'miscellaneousDescription',
]; // oxfmt-ignore

const unsaid: Loss = {
  what: '`address.street`, `address.streetNumber`, `address.region`, `deposit`, `commissionDescription` or another description such as `-` or `k.A.`',
  reason: 'Texts for “not filled in” are not imported.',
  after: (fields) =>
    mapEntries(fields, (name, value) =>
      name === 'address' ? mapEntries(value as AnyFields, said) : said(name, value),
    ),
};

const said = (name: string, value: unknown): unknown =>
  UNSAYABLE.includes(name) && typeof value === 'string' && isUnsaid(value) ? undefined : value;

const streetNumber: Loss = {
  what: '`address.street` that ends in a number or in a number and a place in the house, without `address.streetNumber` or with the same one',
  reason:
    'Software writes the number behind the street, or in both places. It is imported as the street number, for land only if it stands in both.',
  after({ address, ...fields }, { type }) {
    const { street, streetNumber: number } = address;
    if (street === undefined) return { ...fields, address };
    return { ...fields, address: { ...address, ...partsOfStreet(type, street, number) } };
  },
};

const country: Loss = {
  what: '`address.country` with a country that is not in the list of OpenImmo',
  reason: 'OpenImmo has no codes for these countries. The publication fails.',
  after({ address, ...fields }) {
    const code = countryCode(address.country) === undefined ? 'DEU' : address.country;
    return { ...fields, address: { ...address, country: code } };
  },
};

const signOfCountry: Loss = {
  what: '`address.postalCode` with the sign of its country, such as `D-50667`',
  reason: 'The country has an element of its own. The postal code is imported without the sign.',
  after({ address, ...fields }) {
    const signed = signedCode(address.postalCode);
    const postalCode = signed?.country === address.country ? signed.code : address.postalCode;
    return { ...fields, address: { ...address, postalCode } };
  },
};

const texts: Loss = {
  what: 'White space around texts, control characters, HTML tags and comments, character references such as `&amp;`',
  reason:
    'Documents are indented, XML does not allow control characters, and texts of other software can be HTML or escaped twice. Texts of a property are plain.',
  after: (fields) =>
    mapEntries(fields, (name, value) => {
      if (typeof value === 'string') return name === 'availableFrom' ? value : returnedText(value);
      if (name !== 'address') return value;
      return mapEntries(value as AnyFields, (_, part) =>
        typeof part === 'string' ? returnedText(part) : part,
      );
    }),
};

const inseparableCosts: Loss = {
  what: '`additionalCosts` that include higher `heatingCosts`, on a portal that reads `kaltmiete` as the base rent',
  reason:
    'The values contradict each other, and the document for such a portal does not contain this. The sum is imported.',
  after(fields, { coldRent }) {
    const { additionalCosts, heatingCosts } = fields;
    if (coldRent !== 'base' || additionalCosts === undefined || heatingCosts === undefined) return fields;
    if (fields.baseRent === undefined || !isHeatingInseparable(fields)) return fields;
    if (isSumOf(fields, additionalCosts)) return fields;
    const sum = inCents(additionalCosts + heatingCosts);
    return sum > MAX_AMOUNT ? fields : { ...fields, additionalCosts: sum };
  },
};

const sumWithoutHeating: Loss = {
  what: '`additionalCosts` that include `heatingCosts`, beside a `totalRent` that is the sum of `baseRent` and the costs without heating',
  reason:
    'The values contradict each other. The total rent in the document says that the costs contain all heating, so they are imported as they stand there.',
  after(fields) {
    const { additionalCostsIncludeHeatingCosts: includes, heatingCosts } = fields;
    const costs = runningCosts(fields);
    const isRead = includes === true && heatingCosts !== undefined && isSumOf(fields, costs);
    return isRead ? { ...fields, additionalCosts: costs } : fields;
  },
};

const FRACTION_DIGITS = 20;

const numbers: Loss = {
  what: 'Numbers below 10⁻²⁰, and cents of `additionalCosts` that include heating costs below one cent',
  reason: 'XML decimals have no exponent. Additional costs are sent without heating costs, in whole cents.',
  after(fields) {
    const { additionalCosts, additionalCostsIncludeHeatingCosts: includes, heatingCosts } = fields;
    const isSeparated = includes === true && additionalCosts !== undefined && heatingCosts !== undefined;
    const rounded = mapEntries(fields, (_, value) => roundedIn(value));
    if (!isSeparated || heatingCosts > additionalCosts || fields.baseRent === undefined) return rounded;
    return { ...rounded, additionalCosts: inCents(inCents(additionalCosts - heatingCosts) + heatingCosts) };
  },
};

const roundedIn = (value: unknown): unknown => {
  if (typeof value === 'number')
    return /e-/.test(String(value)) ? Number(value.toFixed(FRACTION_DIGITS)) : value;
  const isParts = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isParts ? mapEntries(value as AnyFields, (_, part) => roundedIn(part)) : value;
};

/** All losses of a property that is written and read again, in the order in which they occur. */
export const LOSSES: readonly Loss[] = [
  withoutElement, withoutWord, sharedWords, saysNothing, zeros, priceOnRequest, kindOtherwise, status, sources, country, commission, texts,
  unsaid, signOfCountry, streetNumber, inseparableCosts, sumWithoutHeating, numbers,
]; // oxfmt-ignore

/** The fields of a property after it has been written to a document and read again. */
export const returnedFields = (fields: AnyFields, context: Context): AnyFields =>
  LOSSES.reduce((some, loss) => loss.after(some, context), fields);
