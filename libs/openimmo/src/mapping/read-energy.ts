import type { NumberName } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';
import { flagIn, numberIn } from '../read/values.ts';
import { carriersOf, sourcesIn } from './carriers.ts';
import { CATEGORIES } from './categories.ts';
import type { Carriers } from './carriers.ts';
import { ENERGY_SOURCES, FIRED_BY, FURTHER_ENERGY_SOURCES, HEAT_PUMP, VINTAGES } from './words.ts';

const WAYS_OF_FIRING = new Set([
  ...Object.values(ENERGY_SOURCES),
  ...Object.values(FIRED_BY),
  ...Object.keys(FURTHER_ENERGY_SOURCES),
]);

/** Ways of firing are read with the certificate, which names them too; a heat pump is also a kind of heating. */
export function readFiring(place: Place, draft: Draft): void {
  const [pump] = place.trueOf([HEAT_PUMP]);
  if (pump !== undefined) draft.set('heatingType', pump, 'heatPump');
  draft.fired.push(...place.trueOf([...WAYS_OF_FIRING]));
}

type CertificateType = 'need' | 'consumption';

/** Software writes `BEDARF` or `Bedarfsausweis`. */
const TYPES: readonly (readonly [RegExp, CertificateType])[] = [
  [/^(?:energie)?bedarf/i, 'need'],
  [/^(?:energie)?verbrauch/i, 'consumption'],
];
/** Values that only certificates of one type have. */
const TYPES_OF_VALUES = [
  ['endenergiebedarf', 'need'],
  ['energieverbrauchkennwert', 'consumption'],
] as const;
const SHARED_VALUES = ['stromwert', 'waermewert'];

/** What the certificate is by its own word, else by its values. */
function typeOf(pass: Place): { found: Found; type: CertificateType } | undefined {
  const named = pass.find('epart');
  const [, type] = TYPES.find(([pattern]) => pattern.test(named?.text ?? '')) ?? [];
  if (named !== undefined && type !== undefined) return { found: named, type };
  const [only, ...others] = TYPES_OF_VALUES.flatMap(([path, of]) => {
    const found = pass.find(path);
    return found !== undefined && isFilled(found) ? [{ found, type: of }] : [];
  });
  return others.length > 0 ? undefined : only;
}

const isFilled = ({ text }: Found): boolean => (numberIn(text) ?? 0) > 0;

const hasValue = (pass: Place): boolean =>
  [...TYPES_OF_VALUES.map(([path]) => path), ...SHARED_VALUES].some((path) => {
    const found = pass.find(path);
    return found !== undefined && isFilled(found);
  });

/** The certificate of an object with several: that of its kind of building, and one with values. */
function certificateOf(passes: Place, { type }: Draft): Place {
  const { building } = CATEGORIES[type];
  const rank = (pass: Place): number => {
    const said = pass.find('gebaeudeart')?.text.toLowerCase() ?? building;
    return (said === building ? 0 : 2) + (typeOf(pass) !== undefined && hasValue(pass) ? 0 : 1);
  };
  const [best = passes] = passes.each().toSorted((one, other) => rank(one) - rank(other));
  return best;
}

/** Reads the certificate and its status; a certificate that lacks what ours must have stays unmapped. */
export function readCertificate(passes: Place, draft: Draft): void {
  const pass = certificateOf(passes, draft);
  readStatus(pass, draft);
  const { found, type } = typeOf(pass) ?? {};
  if (found === undefined || type === undefined) {
    if (hasValue(pass)) draft.note(pass.path, { reason: 'energy_type_missing' });
    return;
  }
  const field = draft.has('residentialEnergyCertificate')
    ? 'residentialEnergyCertificate'
    : 'commercialEnergyCertificate';
  const values = field === 'residentialEnergyCertificate' ? homeValues(type) : commerceValues(type);
  const reading = new Reading(pass, draft);
  const carriers = reading.carriers();
  const certificate = { type, ...carriers, ...reading.vintage(), ...reading.values(values) };
  draft.set(field, found, certificate);
  if (draft.get(field) === undefined) return;
  reading.claim();
  if (Object.keys(carriers).length === 0)
    draft.note('zustand_angaben/energiepass', { reason: 'energy_source_missing' });
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

/** The values of one certificate, claimed when it is taken. */
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
    const named = this.#pass.find('primaerenergietraeger');
    const sources = sourcesIn(plainText(named?.text ?? ''));
    if (named !== undefined && sources.length > 0) this.#read.push(named);
    const { fired } = this.#draft;
    this.#read.push(...fired);
    const words = fired.map(({ path }) => path.replace(/^.*@/, ''));
    return carriersOf(sources, words, this.#draft.get('heatingType') === 'heatPump');
  }

  vintage(): { prior2014?: boolean } {
    const found = this.#pass.find('jahrgang');
    const isOld = found?.text === VINTAGES.prior2014;
    if (found === undefined || (!isOld && found.text !== VINTAGES.since2014)) return {};
    this.#read.push(found);
    return { prior2014: isOld };
  }

  values(parts: Readonly<Record<string, Values>>): Record<string, unknown> {
    const entries = Object.entries(parts).flatMap(([path, into]) => {
      const found = this.#pass.find(path);
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
  const status = (['notRequired', 'notYetPresent'] as const).find(
    (one) => VINTAGES[one] === found?.text.toLowerCase(),
  );
  if (found === undefined || status === undefined) return;
  draft.set('energyCertificateStatus', found, status);
  pass.find('gebaeudeart')?.claim();
}
