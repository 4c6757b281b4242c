import type { NumberName } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn } from '../read/values.ts';
import { carriersOf, sourcesIn } from './carriers.ts';
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
  const reading = new Reading(pass, draft);
  const carriers = reading.carriers();
  const certificate = { type, ...carriers, ...reading.vintage(), ...reading.values(values) };
  draft.set(field, kind, certificate);
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

const homeValues = (type: 'need' | 'consumption'): Readonly<Record<string, Values>> => ({
  ...(type === 'need'
    ? { endenergiebedarf: { energyNeed: 'energyNeed' } }
    : { energieverbrauchkennwert: { energyConsumption: 'energyConsumption' } }),
  mitwarmwasser: { warmWaterIncluded: flagIn },
  wertklasse: { energyClass: classOf },
});

const commerceValues = (type: 'need' | 'consumption'): Readonly<Record<string, Values>> =>
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
    const sources = sourcesIn(named?.text ?? '');
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
