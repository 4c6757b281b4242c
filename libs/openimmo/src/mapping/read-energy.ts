import type { NumberName } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { shown } from '../read/object-problem.ts';
import { plainText } from '../read/plain-text.ts';
import { dayIn, flagIn, isZeroDay, numberIn } from '../read/values.ts';
import { carriersOf, sourcesIn } from './carriers.ts';
import { CATEGORIES } from './categories.ts';
import type { Carriers } from './carriers.ts';
import { valueOfWord } from './mapping-row.ts';
import {
  CERTIFICATE_STATUSES,
  ENERGY_SOURCES,
  FIRED_BY,
  FURTHER_ENERGY_SOURCES,
  HEAT_PUMP,
  VINTAGES,
} from './words.ts';

const WAYS_OF_FIRING = new Set([
  ...Object.values(ENERGY_SOURCES),
  ...Object.values(FIRED_BY),
  ...Object.keys(FURTHER_ENERGY_SOURCES),
]);

/** Collects the ways of firing, which are read with the certificate; a heat pump is also a kind of heating. */
export function readFiring(place: Place, draft: Draft): void {
  const [pump] = place.trueOf([HEAT_PUMP]);
  if (pump !== undefined) draft.set('heatingType', pump, 'heatPump');
  draft.fired.push(...place.trueOf([...WAYS_OF_FIRING]));
}

type CertificateType = 'need' | 'consumption';

/** The words for the type, such as `BEDARF` or `Bedarfsausweis`. */
const TYPES: readonly (readonly [RegExp, CertificateType])[] = [
  [/^(?:energie)?bedarf/i, 'need'],
  [/^(?:energie)?verbrauch/i, 'consumption'],
];
/** Values that occur only in certificates of one type. */
const TYPES_OF_VALUES = [
  ['endenergiebedarf', 'need'],
  ['energieverbrauchkennwert', 'consumption'],
] as const;
const SHARED_VALUES = ['stromwert', 'waermewert'];

interface SaidType {
  found: Found;
  type: CertificateType;
  /** True if the values contradict the type that the certificate names. */
  isOther?: boolean | undefined;
}

/** The type that the certificate names, unless all of its values belong to the other type; without a name, its values decide. */
function typeOf(pass: Place, isHome: boolean): SaidType | undefined {
  const named = pass.find('epart');
  const [, type] = TYPES.find(([pattern]) => pattern.test(named?.text ?? '')) ?? [];
  const all = TYPES_OF_VALUES.flatMap(([path, of]) => {
    const found = pass.findFilled(path);
    return found !== undefined && isFilled(found) ? [{ found, type: of }] : [];
  });
  const [only, ...others] = all;
  if (named === undefined || type === undefined) return others.length > 0 ? undefined : only;
  const isSaid = all.some((value) => value.type === type) || (!isHome && hasValue(pass, SHARED_VALUES));
  return isSaid || only === undefined
    ? { found: named, type }
    : { found: named, type: only.type, isOther: true };
}

const isFilled = ({ text }: Found): boolean => (numberIn(text) ?? 0) > 0;

const ALL_VALUES = [...TYPES_OF_VALUES.map(([path]) => path), ...SHARED_VALUES];

const hasValue = (pass: Place, paths = ALL_VALUES): boolean =>
  paths.some((path) => pass.findAll(path).some(isFilled));

/** The certificate to read of several: the one for the object's kind of building, with values. */
function certificateOf(passes: Place, draft: Draft): Place {
  if (passes.elements.length < 2) return passes;
  const { building } = CATEGORIES[draft.type];
  const rank = (pass: Place): number => {
    const said = pass.find('gebaeudeart')?.text.toLowerCase() ?? building;
    return (
      (said === building ? 0 : 2) + (typeOf(pass, isHome(draft)) !== undefined && hasValue(pass) ? 0 : 1)
    );
  };
  const [best = passes] = passes.each().toSorted((one, other) => rank(one) - rank(other));
  return best;
}

const isHome = (draft: Draft): boolean => draft.has('residentialEnergyCertificate');

/** Reads the certificate and its status; a certificate without a required value stays unmapped. */
export function readCertificate(passes: Place, draft: Draft): void {
  const pass = certificateOf(passes, draft);
  readStatus(pass, draft);
  const { found, type, isOther } = typeOf(pass, isHome(draft)) ?? {};
  if (found === undefined || type === undefined) {
    if (hasValue(pass)) draft.note(pass.path, { reason: 'energy_type_missing' });
  } else if (!isHome(draft) && type === 'consumption' && !hasValue(pass, SHARED_VALUES))
    warnOfTotal(pass, draft);
  else readTyped(pass, draft, { found, type, isOther });
}

function readTyped(pass: Place, draft: Draft, { found, type, isOther }: SaidType): void {
  const field = isHome(draft) ? 'residentialEnergyCertificate' : 'commercialEnergyCertificate';
  const values = isHome(draft) ? homeValues(type) : commerceValues(type);
  const reading = new Reading(pass, draft);
  const carriers = reading.carriers();
  const certificate = { type, ...carriers, ...reading.vintage(), ...reading.values(values) };
  draft.set(field, found, certificate);
  if (draft.get(field) === undefined) return;
  reading.claim();
  reading.warnOfUnknownSources();
  if (isOther) draft.warn(found, { reason: 'energy_type_contradicts' });
  if (Object.keys(carriers).length === 0)
    draft.note('zustand_angaben/energiepass', { reason: 'energy_source_missing' });
}

/** Warns of a total consumption: a commercial building has separate ones of power and of heat. */
function warnOfTotal(pass: Place, draft: Draft): void {
  const total = pass.findAll('energieverbrauchkennwert').find(isFilled);
  if (total === undefined) return;
  pass.find('epart')?.claim();
  draft.warn(total, { reason: 'energy_total_left_out' });
}

type Values = Readonly<Record<string, NumberName | ((text: string) => unknown)>>;

const CLASSES: readonly string[] = ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

function classOf(text: string): string | undefined {
  const name = text.toUpperCase().replaceAll(' ', '');
  return CLASSES.includes(name) ? name : undefined;
}

const homeValues = (type: CertificateType): Readonly<Record<string, Values>> => ({
  ...(type === 'need'
    ? { endenergiebedarf: { energyNeed: 'energyNeed' } }
    : { energieverbrauchkennwert: { energyConsumption: 'energyConsumption' } }),
  mitwarmwasser: { warmWaterIncluded: flagIn },
  wertklasse: { energyClass: classOf },
});

const commerceValues = (type: CertificateType): Readonly<Record<string, Values>> =>
  type === 'need'
    ? {
        endenergiebedarf: { energyNeed: 'energyNeed' },
        stromwert: { powerNeed: 'powerNeed' },
        waermewert: { heatNeed: 'heatNeed' },
      }
    : {
        stromwert: { powerConsumption: 'powerConsumption' },
        waermewert: { heatConsumption: 'heatConsumption' },
      };

/** The day from which certificates have a class. */
const NEW_CERTIFICATES = '2014-05-01';

const isOldOn = (day: string | undefined): boolean | undefined =>
  day === undefined ? undefined : day < NEW_CERTIFICATES;

/** The values that decide whether a certificate is an old one, the most important first. */
const VINTAGES_BY: readonly { path: string; isOld: (text: string) => boolean | undefined }[] = [
  {
    path: 'jahrgang',
    isOld: (text) => (text === VINTAGES.prior2014 ? true : text === VINTAGES.since2014 ? false : undefined),
  },
  { path: 'ausstelldatum', isOld: (text) => isOldOn(dayIn(text)) },
];

/** Reads the values of one certificate, and claims them when it is taken. */
class Reading {
  readonly #pass: Place;
  readonly #draft: Draft;
  readonly #read: Found[] = [];

  constructor(pass: Place, draft: Draft) {
    this.#pass = pass;
    this.#draft = draft;
  }

  claim(): void {
    this.#pass.find('gebaeudeart')?.claim();
    for (const found of this.#read) found.claim();
  }

  carriers(): Carriers {
    const { known } = this.#namedSources();
    const named = this.#pass.find('primaerenergietraeger');
    if (named !== undefined && known.length > 0) this.#read.push(named);
    const { fired } = this.#draft;
    this.#read.push(...fired);
    const words = fired.map(({ path }) => path.replace(/^.*@/, ''));
    return carriersOf(known, words, this.#draft.get('heatingType') === 'heatPump');
  }

  #namedSources() {
    return sourcesIn(plainText(this.#pass.find('primaerenergietraeger')?.text ?? ''));
  }

  /** Warns of unknown words beside known sources; a text without a known source is unmapped. */
  warnOfUnknownSources(): void {
    const { known, unknown } = this.#namedSources();
    const named = this.#pass.find('primaerenergietraeger');
    if (named === undefined || known.length === 0 || unknown.length === 0) return;
    const parameters = { details: shown(unknown.join(', ')) };
    this.#draft.warn(named, { reason: 'energy_sources_unknown', parameters });
  }

  /** The vintage of a certificate, from its name or the day of issue. */
  vintage(): { prior2014?: boolean } {
    const said = VINTAGES_BY.flatMap(({ path, isOld }) => {
      const found = this.#pass.findFilled(path);
      if (found !== undefined && isZeroDay(found.text)) this.#read.push(found);
      const prior2014 = found && isOld(found.text);
      return found === undefined || prior2014 === undefined ? [] : [{ found, prior2014 }];
    });
    const [first] = said;
    if (first === undefined) return {};
    this.#read.push(first.found);
    return { prior2014: first.prior2014 };
  }

  values(parts: Readonly<Record<string, Values>>): Record<string, unknown> {
    const entries = Object.entries(parts).flatMap(([path, into]) => {
      const found = this.#pass.findFilled(path);
      if (found === undefined) return [];
      return Object.entries(into).flatMap(([part, valueOf]) => {
        const value =
          typeof valueOf === 'string' ? this.#draft.numberOf(valueOf, found) : valueOf(found.text);
        if (value === undefined) return [];
        this.#read.push(found);
        if (typeof valueOf === 'string') this.#draft.doubt(valueOf, found, value);
        return [[part, value] as const];
      });
    });
    return Object.fromEntries(entries);
  }
}

function readStatus(pass: Place, draft: Draft): void {
  const found = pass.find('jahrgang');
  const status = found && valueOfWord(found.text, 'energyCertificateStatus', CERTIFICATE_STATUSES);
  if (found === undefined || status === undefined) return;
  draft.set('energyCertificateStatus', found, status);
  pass.find('gebaeudeart')?.claim();
}
