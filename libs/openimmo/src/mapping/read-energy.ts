import type { AnyFields } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn, numberIn } from '../read/values.ts';
import { ENERGY_SOURCES, FURTHER_ENERGY_SOURCES, HEAT_PUMP, VINTAGES } from './words.ts';

type Source = NonNullable<AnyFields['residentialEnergyCertificate']>['energySource'];
const SOURCES = Object.keys(ENERGY_SOURCES) as Source[];

function sourceOf(text: string): Source | undefined {
  const word = text.toUpperCase().replaceAll(' ', '_');
  return (
    SOURCES.find((source) => ENERGY_SOURCES[source] === word) ??
    (Object.hasOwn(FURTHER_ENERGY_SOURCES, word) ? FURTHER_ENERGY_SOURCES[word] : undefined)
  );
}

/** Ways of firing are read with the certificate, which names them too; a heat pump is a kind of heating of its own. */
export function readFiring(place: Place, draft: Draft): void {
  const [pump] = place.trueOf([HEAT_PUMP]);
  if (pump !== undefined) draft.set('heatingType', pump, 'heatPump');
  for (const found of place.trueOf(Object.values(ENERGY_SOURCES))) {
    const source = sourceOf(found.path.replace(/^.*@/, ''));
    if (source !== undefined) draft.fired.set(source, found);
  }
}

const TYPES: Readonly<Record<string, 'need' | 'consumption'>> = {
  BEDARF: 'need',
  VERBRAUCH: 'consumption',
};

/** Reads the certificate and its status; a certificate that lacks what ours must have stays unmapped. */
export function readCertificate(pass: Place, draft: Draft): void {
  readStatus(pass, draft);
  const kind = pass.find('epart');
  const type = TYPES[kind?.text.toUpperCase() ?? ''];
  if (kind === undefined || type === undefined) return;
  const field = draft.has('residentialEnergyCertificate')
    ? 'residentialEnergyCertificate'
    : 'commercialEnergyCertificate';
  const values = field === 'residentialEnergyCertificate' ? homeValues(type) : commerceValues(type);
  const reading = new Reading(pass);
  const certificate = {
    type,
    ...reading.source(draft),
    ...(field === 'residentialEnergyCertificate' && reading.furtherSources(draft)),
    ...reading.vintage(),
    ...reading.values(values),
  };
  const count = draft.problems.length;
  draft.set(field, kind, certificate);
  if (draft.problems.length === count) reading.claim();
}

type Values = Readonly<Record<string, (text: string) => unknown>>;

const CLASSES: readonly string[] = ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

function classOf(text: string): string | undefined {
  const name = text.toUpperCase().replaceAll(' ', '');
  return CLASSES.includes(name) ? name : undefined;
}

const homeValues = (type: 'need' | 'consumption'): Readonly<Record<string, Values>> => ({
  ...(type === 'need'
    ? { endenergiebedarf: { energyNeed: numberIn } }
    : { energieverbrauchkennwert: { energyConsumption: numberIn } }),
  mitwarmwasser: { warmWaterIncluded: flagIn },
  wertklasse: { energyClass: classOf },
});

const commerceValues = (type: 'need' | 'consumption'): Readonly<Record<string, Values>> =>
  type === 'need'
    ? {
        endenergiebedarf: { energyNeed: numberIn },
        stromwert: { powerNeed: numberIn },
        waermewert: { heatNeed: numberIn },
      }
    : { stromwert: { powerConsumption: numberIn }, waermewert: { heatConsumption: numberIn } };

/** The values of one certificate, claimed when all of it is taken. */
class Reading {
  readonly #pass: Place;
  readonly #read: Found[] = [];

  constructor(pass: Place) {
    this.#pass = pass;
  }

  claim(): void {
    this.#pass.find('gebaeudeart')?.claim();
    for (const found of this.#read) found.claim();
  }

  /** Without a word for it, the only way of firing is the source. */
  source(draft: Draft): { energySource?: Source } {
    const found = this.#pass.find('primaerenergietraeger');
    const [only, ...others] = draft.fired.keys();
    const source = (found && sourceOf(found.text)) ?? (others.length === 0 ? only : undefined);
    if (source === undefined) return {};
    const fired = draft.fired.get(source);
    if (found !== undefined && sourceOf(found.text) === source) this.#read.push(found);
    if (fired !== undefined) this.#read.push(fired);
    return { energySource: source };
  }

  furtherSources(draft: Draft): { energySources?: Source[] } {
    const fired = [...draft.fired.keys()];
    this.#read.push(...draft.fired.values());
    return fired.length > 1 ? { energySources: fired } : {};
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
        const value = valueOf(found.text);
        if (value === undefined || value === 0) return [];
        this.#read.push(found);
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
